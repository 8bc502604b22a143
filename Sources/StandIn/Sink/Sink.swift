import APIModel
import Freshness
import Serving
import Synchronization

/// Takes notifications, as a receiver does: prints and remembers each.
final class Sink: Sendable {
    private struct State {
        var pages: [SinkPage] = []
        var status = 200
    }

    /// The longest body that a notification may have.
    private static let longestBody = 1 << 20
    /// How many notifications are remembered.
    private static let longestMemory = 10_000

    private let state = Mutex(State())
    private let machineTime: @Sendable () -> Timestamp
    private let print: @Sendable (String) -> Void

    init(
        machineTime: @escaping @Sendable () -> Timestamp,
        print: @escaping @Sendable (String) -> Void
    ) {
        self.machineTime = machineTime
        self.print = print
    }

    /// `/sink` for the daemon, and `/control/sink` for whoever looks.
    var routes: [Route] {
        [
            Route(
                .exact("/sink"), label: "sink", methods: [.post], bodyLimit: Self.longestBody
            ) { request in
                self.take(request)
            },
            Route(
                .exact("/control/sink"), label: "control", methods: [.get, .post, .delete],
                statuses: [200, 400], bodyLimit: 1024
            ) { request in
                self.control(request)
            },
        ]
    }

    private func take(_ request: Request) -> Response {
        let page = state.withLock { state in
            let page = SinkPage(
                at: machineTime(), id: request.headers["webhook-id"], answered: state.status,
                body: request.body)
            state.pages = Array((state.pages + [page]).suffix(Self.longestMemory))
            return page
        }
        for line in page.lines { print(line) }
        return .text(page.answered, "taken")
    }

    private func control(_ request: Request) -> Response {
        ControlReply.answer(request) { parameters throws(ControlError) in
            switch request.method {
            case .post:
                guard let status = try parameters.takeNumber("status"), 200...599 ~= status else {
                    throw ControlError(message: "allowed: status, from 200 to 599")
                }
                try parameters.finish(allowed: "status")
                state.withLock { $0.status = status }
                return JSONText.object([("status", "\(status)")])
            case .delete:
                try parameters.finish(allowed: "none")
                let count = state.withLock { state in
                    defer { state.pages = [] }
                    return state.pages.count
                }
                return JSONText.object([("removed", "\(count)")])
            case .get, .head, .put:
                try parameters.finish(allowed: "none")
                let pages = state.withLock { $0.pages.map(\.json) }
                return JSONText.object([("pages", JSONText.list(pages))])
            }
        }
    }
}
