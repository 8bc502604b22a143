import Domain
import Serving
import Synchronization

/// `POST /-/reload`: reads the configuration again.
final class ReloadPage: Sendable {
    /// Reads it.
    typealias Reload = @Sendable () async -> ReloadOutcome

    /// A client is not kept waiting for ever by a file system that hangs.
    private static let patience: Duration = .seconds(10)

    private let isEnabled: Bool
    private let clock: any TimeSource
    private let reload = Mutex<Reload?>(nil)

    /// Makes a page that refuses, unless it is enabled and `serve` was called.
    init(isEnabled: Bool, clock: any TimeSource) {
        self.isEnabled = isEnabled
        self.clock = clock
    }

    /// Lets it reload by this from now on.
    func serve(_ reload: @escaping Reload) { self.reload.withLock { $0 = reload } }

    /// Reloads, and gives what came of it, or that it is not done yet; the first given counts.
    func answer(_ give: @escaping @Sendable (Response) -> Void) {
        guard isEnabled else {
            return give(
                .text(403, "Reloading by HTTP is off; --web.enable-lifecycle turns it on."))
        }
        guard let reload = reload.withLock(\.self) else {
            return give(.text(503, "The exporter has not started yet."))
        }
        let clock = clock
        let impatience = Task {
            do {
                try await clock.sleep(until: clock.now.instant.advanced(by: Self.patience))
            } catch {
                return
            }
            give(.text(503, "The configuration is still being read; the log tells the end."))
        }
        Task {
            give(Self.response(to: await reload()))
            impatience.cancel()
        }
    }

    private static func response(to outcome: ReloadOutcome) -> Response {
        switch outcome {
        case .taken:
            .text(200, "The configuration was read again.")
        case .refused(let problem):
            .text(500, "The configuration in force stays: \(problem)")
        case .underWay:
            .text(
                503, "A reload is under way; try again when it is done.",
                headers: ["Retry-After": "1"])
        }
    }
}
