import Dispatch
import Serving
import Synchronization

/// `POST /-/reload`: reads the configuration again.
final class ReloadPage: Sendable {
    /// Reads it; gives why the one in force stays, nil where the new one is in force.
    typealias Reload = @Sendable () async -> String?

    /// A file system that hangs must not take a thread of the server for ever.
    private static let patience: DispatchTimeInterval = .seconds(4)

    private let isEnabled: Bool
    private let reload = Mutex<Reload?>(nil)

    /// Makes a page that refuses, unless it is enabled and `serve` was called.
    init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// Lets it reload by this from now on.
    func serve(_ reload: @escaping Reload) { self.reload.withLock { $0 = reload } }

    /// Reloads, and tells what came of it.
    func response() -> Response {
        guard isEnabled else {
            return .text(403, "Reloading by HTTP is off; --web.enable-lifecycle turns it on.")
        }
        guard let reload = reload.withLock(\.self) else {
            return .text(503, "The exporter has not started yet.")
        }
        let outcome = Outcome()
        Task {
            outcome.give(await reload())
        }
        guard let problem = outcome.wait(Self.patience) else {
            return .text(500, "The configuration is still being read; the log tells the end.")
        }
        return problem.map { .text(500, "The configuration in force stays: \($0)") }
            ?? .text(200, "The configuration was read again.")
    }
}

/// The end of a reload, for a thread that waits for it.
private final class Outcome: Sendable {
    private let problem = Mutex<String??>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ problem: String?) {
        self.problem.withLock { $0 = .some(problem) }
        isGiven.signal()
    }

    /// Nil where nothing was given in time.
    func wait(_ patience: DispatchTimeInterval) -> String?? {
        guard isGiven.wait(timeout: .now() + patience) == .success else { return nil }
        return problem.withLock(\.self)
    }
}
