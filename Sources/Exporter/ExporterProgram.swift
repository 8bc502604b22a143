import Domain
import ExchangeRate
import FoundationEssentials
import Freshness
import Glibc

/// The program: reads what it is asked to do, does it, and ends with the exit code of it.
@main
enum ExporterProgram {
    static func main() async {
        StandardStream.fillGaps()
        let environment = ProcessInfo.processInfo.environment
        let invocation: CommandLineParser.Invocation
        do throws(UsageError) {
            invocation = try CommandLineParser.parse(Array(CommandLine.arguments.dropFirst()))
        } catch {
            end(CommandResult(errors: "\(error)\n", exitCode: 2))
        }
        let options = invocation.options
        switch invocation.command {
        case .showHelp: end(CommandResult(output: HelpText.text, exitCode: 0))
        case .showVersion: end(CommandResult(output: Version.text, exitCode: 0))
        case .checkConfig: end(CheckConfig.run(options: options, environment: environment))
        case .fetch(let base, let symbols):
            end(
                await FetchCommand(base: base, symbols: symbols, output: options.output)
                    .run(options: options, environment: environment))
        case .run: exit(await run(options: options, environment: environment))
        }
    }

    private static func run(options: Options, environment: [String: String]) async -> Int32 {
        // First of all, so that no signal finds the process without them.
        let signals = TerminationSignal()
        let scrubber = SecretScrubber()
        let clock = SystemClock()
        let logger = Logger(
            level: options.logLevel, format: options.logFormat, sink: DescriptorSink(),
            scrubber: scrubber, now: { clock.now.timestamp })
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try Configuration.load(
                file: options.configFile, environment: environment)
        } catch {
            end(CommandResult(errors: "\(error)\n", exitCode: 1))
        }
        for secret in configuration.credential.secrets { scrubber.register(secret) }
        logger.info(
            "starting exchangerate-exporter",
            [
                "version": Version.number, "revision": Version.revision,
                "config": options.configFile ?? "built-in defaults",
                "api": configuration.api.url,
                "key": configuration.keyOrigin == .nowhere
                    ? "none" : configuration.keyOrigin.description,
                "bases": configuration.bases.map(\.base.text).joined(separator: ","),
            ])
        if let warning = configuration.credential.warning {
            logger.warn("the credential is weak", ["detail": warning])
        }
        return await Daemon(
            options: options, configuration: configuration, scrubber: scrubber, logger: logger
        ).run(signals: signals)
    }

    /// Prints, and ends the program.
    private static func end(_ result: CommandResult) -> Never {
        let isWritten = StandardStream.output.write(result.output)
        StandardStream.errors.write(result.errors)
        guard isWritten else {
            StandardStream.errors.write(
                "\(HelpText.program): error: standard output cannot be written\n")
            exit(1)
        }
        exit(result.exitCode)
    }
}
