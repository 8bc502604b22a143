import ConfigTree
import Delivery
import Domain
import ExchangeRate
import Pipeline
import Serving

/// Takes a changed configuration into the running daemon: read and checked whole, then swapped in.
actor Reloader {
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

    /// Reads the configuration, the key, and the web configuration with its certificates again.
    ///
    /// - Returns: why the configuration in force stays; nil where the new one is in force.
    func reload() async -> String? {
        notifier.beginReload()
        defer { notifier.endReload() }
        let problems: [String]
        do throws(ConfigurationError) {
            let (changed, web) = try Configuration.load(
                options, environment: environment, replacing: configuration)
            for secret in changed.secrets { scrubber.register(secret) }
            guard let reason = await take(changed, web: web) else { return nil }
            problems = [reason]
        } catch {
            problems = error.texts
            let reasons = error.problems.filter { $0.file == options.webConfigFile }
            if !reasons.isEmpty { await webWatcher?.noteFailure(reasons.map(\.description)) }
        }
        await engine.noteFailedReload()
        // One each: a record is cut where it is long.
        for problem in problems {
            logger.error(
                "the new configuration is not taken, the one before it stays in force",
                ["detail": problem])
        }
        return problems.joined(separator: "\n")
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
        if let web { await webWatcher?.take(web) }
        watching?.cancel()
        let isHeartbeatNew = changed.heartbeat != configuration.heartbeat
        configuration = changed
        await engine.reload(
            changed.pipelineSettings(options: options, loadedAt: clock.now.timestamp),
            heartbeat: changed.heartbeat.map {
                Heartbeat(settings: $0, version: Version.number, now: clock.now)
            }, isHeartbeatNew: isHeartbeatNew)
        await engine.changeKey(
            fingerprint: changed.credential.fingerprint(url: changed.api.url),
            isKeyless: changed.credential == .keyless)
        watchKey()
        for warning in changed.deliveryWarnings {
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
            engine: engine, scrubber: scrubber, clock: clock, logger: logger)
        let (credential, origin) = (configuration.credential, configuration.keyOrigin)
        watching = Task { await watcher.run(current: credential, from: origin) }
    }
}
