import Exposition
import Freshness
import Synchronization

/// What became of the newest look at the web configuration, for the page of metrics.
final class WebReloadStatus: Sendable {
    private let state: Mutex<WebConfigurationState>

    /// Begins with the configuration that the daemon started with.
    init(loadedAt time: Timestamp) {
        state = Mutex(WebConfigurationState(isCurrent: true, loadedAt: time))
    }

    /// The present state.
    var current: WebConfigurationState { state.withLock(\.self) }

    /// Notes that the configuration in force is what the files say; returns whether it was so before.
    func noteSuccess(at time: Timestamp) -> Bool {
        state.withLock { state in
            defer { state = WebConfigurationState(isCurrent: true, loadedAt: time) }
            return state.isCurrent
        }
    }

    /// Notes that the files cannot be used, and that what they said before stays in force.
    func noteFailure() {
        state.withLock { $0.isCurrent = false }
    }
}
