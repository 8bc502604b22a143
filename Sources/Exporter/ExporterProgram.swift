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
        // Before there are other threads, which would have arenas of their own.
        HeapArenas.share()
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
        case .showVersion(let isVerbose):
            let text = isVerbose ? Version.verboseText : Version.text
            end(CommandResult(output: text, exitCode: 0))
        case .checkConfig: end(CheckConfig.run(options: options, environment: environment))
        case .fetch(let base, let symbols):
            fetch(
                FetchCommand(base: base, symbols: symbols, output: options.output),
                options: options, environment: environment)
        case .testAlert(let receivers):
            testAlert(receivers, options: options, environment: environment)
        case .rehearse: rehearse(options: options, environment: environment)
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

    private static func rehearse(options: Options, environment: [String: String]) -> Never {
        Task { end(await RehearseCommand.run(options: options, environment: environment)) }
        while true { pause() }
    }

    /// Runs the daemon on other threads, while this one waits for the signal that ends it.
    private static func run(
        options: Options, environment: [String: String], signals: TerminationSignal
    ) -> Never {
        let scrubber = SecretScrubber()
        let clock = SystemClock()
        let logger = Logger(
            level: options.logLevel, format: options.logFormat, sink: DescriptorSink(),
            scrubber: scrubber, now: { clock.now.timestamp })
        let service: ServiceEnvironment
        do throws(ServiceEnvironmentError) {
            service = try ServiceEnvironment(environment, process: getpid())
            ServiceEnvironment.clear()
        } catch {
            end(
                StartFailure(plain: "\(HelpText.program): error: \(error)", details: ["\(error)"]),
                format: options.logFormat, logger: logger)
        }
        var options = options
        if !service.sockets.isEmpty { options.listenAddresses = service.sockets }
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
            end(
                StartFailure(
                    plain: "\(error)", details: error.texts),
                format: options.logFormat, logger: logger)
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

    /// Why the daemon cannot start.
    private struct StartFailure {
        /// For people: each error with the line that it is about beneath it.
        var plain: String
        /// The same errors, one each.
        var details: [String]
    }

    /// Tells why the daemon cannot start, and ends the program.
    ///
    /// In plain text, with the lines of the file as they are, unless a program is to read it.
    private static func end(
        _ failure: StartFailure, format: LogFormat, logger: Logger
    ) -> Never {
        switch format {
        case .logfmt: end(CommandResult(errors: failure.plain + "\n", exitCode: 1))
        case .json:
            for detail in failure.details { logger.error("cannot start", ["detail": detail]) }
            exit(1)
        }
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
