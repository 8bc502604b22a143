import Domain
import ExchangeRate
import FoundationEssentials
import Freshness
import Glibc

/// The program: reads what it is asked to do, does it, and ends with the exit code of it.
@main
enum ExporterProgram {
    /// How many seconds a stop may take before the process ends all the same: a disk that hangs
    /// cannot be cancelled, and users are promised 5 s.
    private static let stopPatience: UInt32 = 4

    // Not an asynchronous `main`: that gives the main thread up to libdispatch, which lets it take
    // every signal, while here it waits for them.
    static func main() {
        // First of all, so that no signal finds the process without it.
        let signals = TerminationSignal()
        StandardStream.fillGaps()
        let environment = ProcessInfo.processInfo.environment
        let invocation: CommandLineParser.Invocation
        do throws(UsageError) {
            invocation = try CommandLineParser.parse(Array(CommandLine.arguments.dropFirst()))
        } catch {
            end(CommandResult(errors: "\(error)\n", exitCode: 2))
        }
        let options = invocation.options
        if invocation.command != .run { signals.release() }
        switch invocation.command {
        case .showHelp(let name):
            end(CommandResult(output: HelpText.text(ofCommand: name), exitCode: 0))
        case .showVersion: end(CommandResult(output: Version.text, exitCode: 0))
        case .checkConfig: end(CheckConfig.run(options: options, environment: environment))
        case .fetch(let base, let symbols):
            fetch(
                FetchCommand(base: base, symbols: symbols, output: options.output),
                options: options, environment: environment)
        case .testAlert(let receivers):
            testAlert(receivers, options: options, environment: environment)
        case .health: end(HealthCommand.run(options: options))
        case .run:
            run(options: options, environment: environment, signals: signals)
        }
    }

    // The tasks are begun outside of `main`, which is the main actor's: that one's thread waits.

    private static func fetch(
        _ command: FetchCommand, options: Options, environment: [String: String]
    ) -> Never {
        Task { end(await command.run(options: options, environment: environment)) }
        while true { pause() }
    }

    private static func testAlert(
        _ receivers: [String], options: Options, environment: [String: String]
    ) -> Never {
        let command = TestAlertCommand(names: receivers)
        Task { end(await command.run(options: options, environment: environment)) }
        while true { pause() }
    }

    /// Runs the daemon on other threads, while this one waits for the signal that ends it.
    private static func run(
        options: Options, environment: [String: String], signals: TerminationSignal
    ) -> Never {
        let service = serviceEnvironment(environment)
        var options = options
        if !service.sockets.isEmpty { options.listenAddresses = service.sockets }
        let scrubber = SecretScrubber()
        let clock = SystemClock()
        let logger = Logger(
            level: options.logLevel, format: options.logFormat, sink: DescriptorSink(),
            scrubber: scrubber, now: { clock.now.timestamp })
        for warning in service.warnings {
            logger.warn("the service manager cannot be told", ["detail": warning])
        }
        if !service.sockets.isEmpty {
            logger.info(
                "sockets were handed over, and are used instead of --web.listen-address",
                ["count": "\(service.sockets.count)"])
        }
        Task { [options] in
            let daemon = daemon(
                options: options, environment: environment, service: service, scrubber: scrubber,
                logger: logger)
            exit(await daemon.run(signals: signals))
        }
        signals.take()
        sleep(stopPatience)
        logger.warn("something did not stop in time")
        // Without the handlers of exit(3), which may wait for what hangs.
        _exit(0)
    }

    /// Reads what the service manager says, or ends the program with what is wrong.
    private static func serviceEnvironment(
        _ environment: [String: String]
    ) -> ServiceEnvironment {
        do throws(ServiceEnvironmentError) {
            let service = try ServiceEnvironment(environment, process: getpid())
            ServiceEnvironment.clear()
            return service
        } catch {
            end(CommandResult(errors: "\(HelpText.program): error: \(error)\n", exitCode: 1))
        }
    }

    /// Makes the daemon as it is configured, or ends the program with what is wrong.
    private static func daemon(
        options: Options, environment: [String: String], service: ServiceEnvironment,
        scrubber: SecretScrubber, logger: Logger
    ) -> Daemon {
        let configuration: Configuration
        let web: WebConfiguration?
        do throws(ConfigurationError) {
            (configuration, web) = try Configuration.load(options, environment: environment)
        } catch {
            end(CommandResult(errors: "\(error)\n", exitCode: 1))
        }
        for secret in configuration.secrets { scrubber.register(secret) }
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
        for proxy in configuration.proxies.proxies {
            logger.info(
                "requests go through a proxy of the environment",
                [
                    "proxy": proxy.address, "for": proxy.scheme, "variable": proxy.variable,
                    "not_for": configuration.proxies.exceptions ?? "",
                ])
        }
        if let warning = configuration.credential.warning {
            logger.warn("the credential is weak", ["detail": warning])
        }
        if let warning = web?.warning(addresses: options.listenAddresses) {
            logger.warn("a secret goes over the network in the clear", ["detail": warning])
        }
        return Daemon(
            options: options, configuration: configuration, web: web, environment: environment,
            service: service, scrubber: scrubber, logger: logger)
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
