import Domain
import Exposition
import Pipeline
import Serving
import Synchronization

/// What the daemon answers, and where.
struct Routes {
    let board: SnapshotBoard
    let clock: any TimeSource
    let build: BuildInfo
    let telemetryPath: String
    let reloadPage: ReloadPage
    /// Nil where there is no web configuration.
    var webStatus: WebReloadStatus?

    /// All routes; handlers read the newest snapshot and nothing else, but for the one that reloads.
    func all(counter: RequestCounter) -> [Route] {
        let metrics = MetricsPage(
            board: board, counter: counter, clock: clock, build: build,
            webStatus: webStatus)
        let (board, clock, build) = (board, clock, build)
        let (telemetryPath, webStatus) = (telemetryPath, webStatus)
        let readiness = Readiness()
        let reloadPage = reloadPage
        return [
            Route(.exact("/"), label: "status") { request in
                let now = clock.now
                return Self.statusPage(
                    StatusPage(
                        snapshot: board.snapshot.told(by: now), now: now, build: build,
                        telemetryPath: telemetryPath,
                        isReloading: !StatusPage.asksForStillPage(request),
                        isWebConfigurationCurrent: webStatus?.current.isCurrent ?? true),
                    to: request)
            },
            Route(.exact(telemetryPath), label: "metrics", isLimited: true) { request in
                metrics.response(to: request)
            },
            Route(.exact("/api/v1/alerts"), label: "alerts") { request in
                AlertsPage.response(to: request, showing: board.snapshot.told(by: clock.now))
            },
            latest(.exact(LatestQuestion.path)),
            latest(.prefix(LatestQuestion.path + "/")),
            Route(.exact("/-/healthy"), label: "healthy", isOpen: true) { _ in
                .text(200, "exchangerate-exporter is healthy.")
            },
            Route(
                .exact("/-/reload"), label: "reload", methods: [.post],
                statuses: [200, 403, 500, 503],
                deferring: { _, answer in reloadPage.answer(answer) }),
            Route(.exact("/-/ready"), label: "ready", statuses: [200, 503], isOpen: true) { _ in
                readiness.isReached(in: board.snapshot)
                    ? .text(200, "exchangerate-exporter is ready.")
                    : .text(
                        503,
                        "exchangerate-exporter is not ready: a base was not tried yet, "
                            + "or no rate has come.")
            },
        ]
    }

    private func latest(_ path: Route.Path) -> Route {
        let (board, clock) = (board, clock)
        return Route(path, label: "latest", statuses: LatestPage.statuses) { request in
            LatestPage.response(to: request, showing: board.snapshot, at: clock.now)
        }
    }

    /// The page as the answer to a request.
    static func statusPage(_ page: StatusPage, to request: Request) -> Response {
        var headers: HeaderFields = [:]
        for (name, value) in StatusPage.headers { headers.append(name, value) }
        return .negotiated(Array(page.html.utf8), headers: headers, to: request)
    }
}

/// Whether the daemon has ever been ready: once it is, it stays so.
private final class Readiness: Sendable {
    private let wasReached = Atomic(false)

    func isReached(in snapshot: Snapshot) -> Bool {
        if wasReached.load(ordering: .relaxed) { return true }
        guard snapshot.isReady else { return false }
        wasReached.store(true, ordering: .relaxed)
        return true
    }
}
