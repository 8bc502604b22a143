import Serving

/// The sub-command `health`: asks the daemon that runs whether it works.
enum HealthCommand {
    private static let path = "/-/healthy"

    /// Asks at the first address, by TLS where the web configuration says so.
    static func run(options: Options) -> CommandResult {
        guard let address = options.listenAddresses.first else {
            return CommandResult(errors: "no address to ask at\n", exitCode: 1)
        }
        do throws(ConfigurationError) {
            let web = try WebConfiguration.load(options)
            return ask(Probe(address: address, isEncrypted: web?.tls != nil), at: address)
        } catch {
            return CommandResult(errors: "\(error)\n", exitCode: 1)
        }
    }

    private static func ask(_ probe: Probe, at address: ListenAddress) -> CommandResult {
        do throws(ProbeError) {
            let status = try probe.status(of: path)
            guard status == 200 else {
                return CommandResult(
                    errors: "\(address): not healthy, \(path) answers \(status)\n", exitCode: 1)
            }
            return CommandResult(output: "\(address): healthy\n", exitCode: 0)
        } catch {
            return CommandResult(errors: "\(address): \(error)\n", exitCode: 1)
        }
    }
}
