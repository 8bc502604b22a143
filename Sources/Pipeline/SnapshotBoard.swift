public import Domain
import Synchronization

/// Where the newest snapshot hangs: the pipeline puts it up, pages read it.
///
/// The lock is held for a copy of a few words, never across I/O, so that no page ever waits.
public final class SnapshotBoard: Sendable {
    private let newest: Mutex<Snapshot>

    /// Makes a board that shows a snapshot.
    public init(_ snapshot: Snapshot) {
        newest = Mutex(snapshot)
    }

    /// The newest snapshot.
    public var snapshot: Snapshot {
        newest.withLock { $0 }
    }

    /// Puts up a newer snapshot.
    public func publish(_ snapshot: Snapshot) {
        newest.withLock { $0 = snapshot }
    }
}
