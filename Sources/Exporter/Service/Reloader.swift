import ConfigTree
import Delivery
import Domain
import ExchangeRate
import Pipeline
import Serving

/// Takes a changed configuration into the running daemon: read and checked whole, then swapped in.
actor Reloader {
    /// How long a reload takes until it counts as failed for as long as it goes on.
    private static let patience: Duration = .seconds(10)

    private var configuration: Configuration
    private let webWatcher: WebWatcher?
    private let options: Options
    private let environment: [String: String]
    private let fetcher: RateFetcher
    private let engine: Engine
    private let notifier: ServiceNotifier
    private let scrubber: SecretScrubber
    private let clock: any TimeSource
    private let logger: Logger
    private var watching: Task<Void, Never>?
    private var isUnderWay = false
    /// Whether a hang-up has come since the reload under way began.
    private var isWantedAgain = false
    /// Tells that the reload under way takes long.
    private var complaint: Task<Void, Never>?
    private let reading = ReadingThread(name: "reload")

    init(
        configuration: Configuration, webWatcher: WebWatcher?, options: Options,
        environment: [String: String], fetcher: RateFetcher, engine: Engine,
        notifier: ServiceNotifier, scrubber: SecretScrubber, clock: any TimeSource, logger: Logger
    ) {
        self.configuration = configuration
        self.webWatcher = webWatcher
        self.options = options
        self.environment = environment
        self.fetcher = fetcher
        self.engine = engine
        self.notifier = notifier
        self.scrubber = scrubber
        self.clock = clock
        self.logger = logger
    }

    /// Looks after the key file until the task is cancelled.
    func run() async {
        watchKey()
        // Nothing is waited for: the sleep ends with the task.
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                break
            }
        }
        watching?.cancel()
        await watching?.value
    }

    /// Reloads for a SIGHUP, soon: after the reload under way where there is one.
    func hangUp() {
        guard !isUnderWay else {
            isWantedAgain = true
            logger.info("a reload is under way, another follows it")
            return
        }
        isUnderWay = true
        Task { _ = await perform() }
    }

    /// Reads the configuration, the key, and the web configuration with its certificates again.
    ///
    /// One at a time.
    func reload() async -> ReloadOutcome {
        guard !isUnderWay else { return .underWay }
        isUnderWay = true
        return await perform()
    }

    private func perform() async -> ReloadOutcome {
        notifier.beginReload()
        beginComplaint()
        let problems = await problems()
        if !problems.isEmpty {
            await endComplaint()
            await engine.noteFailedReload()
        }
        notifier.endReload()
        // One each: a record is cut where it is long.
        for problem in problems {
            logger.error(
                "the new configuration is not taken, the one before it stays in force",
                ["detail": problem])
        }
        isUnderWay = false
        if isWantedAgain {
            isWantedAgain = false
            hangUp()
        }
        return problems.isEmpty ? .taken : .refused(problems.joined(separator: "\n"))
    }

    /// Takes what there is to read; gives why it cannot be taken: nothing where it is in force.
    private func problems() async -> [String] {
        do throws(ConfigurationError) {
            let (changed, web) = try await reading.run {
                [options, environment, configuration] () throws(ConfigurationError) in
                try Configuration.load(
                    options, environment: environment, replacing: configuration)
            }
            for secret in changed.secrets { scrubber.register(secret) }
            return await take(changed, web: web).map { [$0] } ?? []
        } catch {
            let reasons = error.problems.filter { $0.file == options.webConfigFile }
            if !reasons.isEmpty { await webWatcher?.noteFailure(reasons.map(\.description)) }
            return error.texts
        }
    }

    private func beginComplaint() {
        complaint = Task {
            do {
                try await clock.sleep(until: clock.now.instant.advanced(by: Self.patience))
            } catch {
                return
            }
            logger.warn(
                "the configuration is still being read, the one before it stays in force",
                [
                    "config": options.configFile ?? "built-in defaults",
                    "detail": "a file may be on a file system that hangs",
                ])
            await engine.noteFailedReload()
        }
    }

    /// Ends it before the outcome is noted, which it must not overtake.
    private func endComplaint() async {
        complaint?.cancel()
        await complaint?.value
        complaint = nil
    }

    private func take(_ changed: Configuration, web: WebConfiguration?) async -> String? {
        if let web, let problem = await webWatcher?.problem(of: web) {
            await webWatcher?.noteFailure([problem])
            return problem
        }
        let budget = DescriptorBudget(limit: .raise(), peers: changed.peerCount)
        if let problem = budget.problem { return problem }
        do throws(ExchangeRateError) {
            try fetcher.reconfigure(changed.api, credential: changed.credential)
        } catch {
            return "\(error)"
        }
        watching?.cancel()
        if let web { await webWatcher?.take(web) }
        let isHeartbeatNew = changed.heartbeat != configuration.heartbeat
        configuration = changed
        await endComplaint()
        await engine.reload(
            changed.pipelineSettings(options: options, loadedAt: clock.now.timestamp),
            heartbeat: changed.heartbeat.map {
                Heartbeat(settings: $0, version: Version.number, now: clock.now)
            }, isHeartbeatNew: isHeartbeatNew)
        await engine.changeKey(
            fingerprint: changed.credential.fingerprint(url: changed.api.url),
            isKeyless: changed.credential == .keyless)
        watchKey()
        for warning in changed.clearTextWarnings {
            logger.warn("a secret goes over the network in the clear", ["detail": warning])
        }
        logger.info(
            "the configuration was read again",
            [
                "config": options.configFile ?? "built-in defaults",
                "bases": changed.bases.map(\.base.text).joined(separator: ","),
                "receivers": changed.receivers.map(\.name).joined(separator: ","),
            ])
        return nil
    }

    private func watchKey() {
        // With basic authentication a key file is blank, and a key in it would be one too many.
        guard configuration.keySource.canChange, configuration.api.basicAuthFile == nil else {
            watching = nil
            return
        }
        let watcher = KeyWatcher(
            source: configuration.keySource, settings: configuration.api, fetcher: fetcher,
            generation: fetcher.generation, engine: engine, scrubber: scrubber, clock: clock,
            logger: logger)
        let (credential, origin) = (configuration.credential, configuration.keyOrigin)
        watching = Task { await watcher.run(current: credential, from: origin) }
    }
}
