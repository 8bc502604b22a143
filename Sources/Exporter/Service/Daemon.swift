import Delivery
import Domain
import ExchangeRate
import Exposition
import FoundationEssentials
import Freshness
import Glibc
import HTTP
import Pipeline
import Serving
import Storage
import Transport

/// The running exporter: everything put together, started, and stopped in the reverse order.
struct Daemon {
    let options: Options
    let configuration: Configuration
    /// Nil: plain HTTP, open to everyone.
    let web: WebConfiguration?
    let environment: [String: String]
    let service: ServiceEnvironment
    let scrubber: SecretScrubber
    let logger: Logger
    let clock = SystemClock()

    /// Runs until SIGTERM or SIGINT; gives the exit code.
    func run(signals: TerminationSignal) async -> Int32 {
        let descriptors = DescriptorBudget(
            limit: .raise(), peers: configuration.peerCount)
        if let problem = descriptors.problem {
            logger.error("cannot start", ["detail": problem])
            return 1
        }
        let state: StateFolder
        do throws(StorageError) {
            state = try await StateFolder.open(options.storagePath, clock: clock, logger: logger)
        } catch {
            logger.error("cannot use the storage folder", ["detail": error.message])
            return 1
        }
        let transport: CurlTransport
        let fetcher: RateFetcher
        do {
            (fetcher, transport) = try RateFetcher.overCurl(configuration)
        } catch {
            logger.error("cannot reach out", ["detail": "\(error)"])
            await state.journal.close()
            return 1
        }
        var settings = configuration.pipelineSettings(
            options: options, loadedAt: clock.now.timestamp)
        let board = SnapshotBoard(
            PipelineState(settings: settings, stored: state.stored, now: clock.now)
                .snapshot(now: clock.now, storage: state.storage))
        let reloadPage = ReloadPage(isEnabled: options.isLifecycleEnabled, clock: clock)
        let webStatus = web.map { _ in WebReloadStatus(loadedAt: clock.now.timestamp) }
        let server = server(
            board: board, reloadPage: reloadPage, webStatus: webStatus,
            reservedDescriptors: descriptors.reserve)
        do throws(StartError) {
            try server.start()
        } catch {
            logger.error("cannot listen", ["detail": error.description])
            await state.journal.close()
            return 1
        }
        for address in server.boundAddresses {
            logger.info(
                "listening",
                ["tls": web?.tls == nil ? "no" : "yes", "address": address.description])
        }
        // It goes into what is made for receivers at once, and is known only now.
        settings.alerting.externalURL =
            options.externalURL
            ?? ExternalURL.standard(
                addresses: server.boundAddresses, isEncrypted: web?.tls != nil)
        let pipeline = PipelineState(settings: settings, stored: state.stored, now: clock.now)
        if let warning = configuration.emptinessWarning {
            logger.warn("the configuration is empty", ["detail": warning])
        }
        for warning in configuration.clearTextWarnings {
            logger.warn("a secret goes over the network in the clear", ["detail": warning])
        }
        let events = EventLog(logger: logger)
        let notifier = ServiceNotifier(service: service, board: board, logger: logger)
        let engine = Engine(
            state: pipeline, journal: state.journal, storage: state.storage, board: board,
            clock: clock, fetch: { await fetcher.latest($0) },
            dispatcher: Dispatcher(transport: transport, clock: clock),
            heartbeat: configuration.heartbeat.map {
                Heartbeat(settings: $0, version: Version.number, now: clock.now)
            },
            watchdog: notifier.watchdog,
            chance: Chance(
                jitter: { Double.random(in: 0...1) },
                id: { "msg_" + UUID().uuidString.filter { $0 != "-" }.lowercased() }),
            report: { events.write($0) })
        let webWatcher = webStatus.flatMap { status in
            web.map {
                WebWatcher(
                    current: $0, server: server, status: status, clock: clock, logger: logger)
            }
        }
        let reloader = Reloader(
            configuration: configuration, webWatcher: webWatcher, options: options,
            environment: environment, fetcher: fetcher, engine: engine, notifier: notifier,
            scrubber: scrubber, clock: clock, logger: logger)
        reloadPage.serve { await reloader.reload() }
        let work = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { await engine.run() }
                group.addTask { await reloader.run() }
                if let webWatcher { group.addTask { await webWatcher.run() } }
                group.addTask { await CodePages.releaseAfterStart(clock: clock) }
            }
        }
        let signal = await signals.wait { await reloader.hangUp() }
        logger.info("stopping", ["signal": signal])
        notifier.noteStop()
        work.cancel()
        await transport.shutdown()
        await work.value
        await state.journal.close()
        await server.stop(grace: .seconds(1))
        logger.info("stopped")
        return 0
    }

    private func server(
        board: SnapshotBoard, reloadPage: ReloadPage, webStatus: WebReloadStatus?,
        reservedDescriptors: Int
    ) -> Server {
        let counter = RequestCounter()
        let routes = Routes(
            board: board, clock: clock,
            build: BuildInfo(
                version: Version.number, revision: Version.revision, swiftVersion: Version.swift),
            telemetryPath: options.telemetryPath, reloadPage: reloadPage, webStatus: webStatus)
        return Server(
            settings: ServerSettings(
                addresses: options.listenAddresses,
                maxRequests: options.maxRequests ?? .max,
                reservedDescriptors: reservedDescriptors, access: web?.access ?? AccessPolicy()),
            routes: routes.all(counter: counter), counter: counter)
    }
}
