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
            return ask(at: address, isEncrypted: web?.tls != nil)
        } catch {
            return CommandResult(errors: "\(error)\n", exitCode: 1)
        }
    }

    private static func ask(at address: ListenAddress, isEncrypted: Bool) -> CommandResult {
        do throws(ProbeError) {
            let status = try Probe(address: address, isEncrypted: isEncrypted).status(of: path)
            guard status == 200 else {
                return CommandResult(
                    errors: "\(address): not healthy, \(path) answers \(status)\n", exitCode: 1)
            }
            return CommandResult(output: "\(address): healthy\n", exitCode: 0)
        } catch {
            let cure = cure(of: error, at: address, isEncrypted: isEncrypted)
            return CommandResult(
                errors: "\(address): \(error)\(cure.map { "; \($0)" } ?? "")\n", exitCode: 1)
        }
    }

    /// What to do about a failure that comes of asking in the wrong way; nil for any other.
    private static func cure(
        of error: ProbeError, at address: ListenAddress, isEncrypted: Bool
    ) -> String? {
        switch error {
        case .noPlace, .timeout, .unreachable: return nil
        case .tls, .noAnswer: break
        }
        var probe = Probe(address: address, isEncrypted: !isEncrypted)
        // Who asks, as a container's health check does, waits for both.
        probe.timeout = .seconds(1)
        guard (try? probe.status(of: path)) != nil else { return nil }
        return isEncrypted
            ? "it answers without TLS: it was started with another --web.config.file, or none"
            : "it answers by TLS: pass the --web.config.file that it was started with"
    }
}
