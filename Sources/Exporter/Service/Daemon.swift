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
    let scrubber: SecretScrubber
    let logger: Logger
    let clock = SystemClock()

    /// Runs until SIGTERM or SIGINT; gives the exit code.
    func run(signals: TerminationSignal) async -> Int32 {
        let descriptors = DescriptorBudget(
            limit: .raise(),
            peers: configuration.bases.count + configuration.receivers.flatMap(\.urls).count
                + (configuration.heartbeat == nil ? 0 : 1))
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
        var pipeline = PipelineState(settings: settings, stored: state.stored, now: clock.now)
        let board = SnapshotBoard(pipeline.snapshot(now: clock.now, storage: state.storage))
        let server = server(board: board, reservedDescriptors: descriptors.reserve)
        do throws(StartError) {
            try server.start()
        } catch {
            logger.error("cannot listen", ["detail": error.description])
            await state.journal.close()
            return 1
        }
        for address in server.boundAddresses {
            logger.info("listening", ["address": address.description])
        }
        pipeline.setExternalURL(
            options.externalURL ?? ExternalURL.standard(addresses: server.boundAddresses))
        for warning in configuration.deliveryWarnings {
            logger.warn("a secret goes over the network in the clear", ["detail": warning])
        }
        let events = EventLog(logger: logger)
        let engine = Engine(
            state: pipeline, journal: state.journal, storage: state.storage, board: board,
            clock: clock, fetch: { await fetcher.latest($0) },
            dispatcher: Dispatcher(transport: transport, clock: clock),
            heartbeat: configuration.heartbeat.map {
                Heartbeat(settings: $0, version: Version.number, now: clock.now)
            },
            chance: Chance(
                jitter: { Double.random(in: 0...1) },
                id: { "msg_" + UUID().uuidString.filter { $0 != "-" }.lowercased() }),
            report: { events.write($0) })
        let work = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { await engine.run() }
                if let watcher = watcher(fetcher: fetcher, engine: engine) {
                    group.addTask { await watcher.run(current: configuration.credential) }
                }
            }
        }
        let signal = await signals.wait {
            logger.warn("SIGHUP reloads nothing, a restart takes over what has changed")
        }
        logger.info("stopping", ["signal": signal])
        work.cancel()
        await transport.shutdown()
        await work.value
        await state.journal.close()
        await server.stop(grace: .seconds(1))
        logger.info("stopped")
        return 0
    }

    private var settings: PipelineSettings {
        PipelineSettings(
            bases: configuration.bases, poll: configuration.poll, limits: configuration.freshness,
            alerting: AlertingSettings(
                alerts: configuration.alerts, receivers: configuration.receivers,
                externalURL: options.externalURL ?? "", version: Version.number),
            fingerprint: configuration.credential.fingerprint(url: configuration.api.url),
            isKeyless: configuration.credential == .keyless, loadedAt: clock.now.timestamp)
    }

    private func server(board: SnapshotBoard, reservedDescriptors: Int) -> Server {
        let counter = RequestCounter()
        let routes = Routes(
            board: board, clock: clock,
            build: BuildInfo(
                version: Version.number, revision: Version.revision, swiftVersion: Version.swift),
            telemetryPath: options.telemetryPath)
        return Server(
            settings: ServerSettings(
                addresses: options.listenAddresses,
                maxRequests: options.maxRequests ?? .max,
                reservedDescriptors: reservedDescriptors),
            routes: routes.all(counter: counter), counter: counter)
    }

    private func watcher(fetcher: RateFetcher, engine: Engine) -> KeyWatcher? {
        // With basic authentication a key file is blank, and a key in it would be one too many.
        guard case .file = configuration.keyOrigin, configuration.api.basicAuthFile == nil else {
            return nil
        }
        return KeyWatcher(
            source: configuration.keySource, settings: configuration.api, fetcher: fetcher,
            engine: engine, scrubber: scrubber, clock: clock, logger: logger)
    }
}
