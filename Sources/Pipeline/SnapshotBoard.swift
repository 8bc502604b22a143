public import Domain
import Synchronization

/// Where the newest snapshot hangs: the pipeline puts it up, pages read it.
///
/// The lock is held for a copy of a few words, never across I/O, so that no page ever waits.
public final class SnapshotBoard: Sendable {
    /// A snapshot, and how many were published before it.
    public struct Edition: Sendable {
        public var snapshot: Snapshot
        public var number: UInt64
    }

    private let newest: Mutex<Edition>

    /// Makes a board that shows a snapshot.
    public init(_ snapshot: Snapshot) {
        newest = Mutex(Edition(snapshot: snapshot, number: 0))
    }

    /// The newest snapshot with its number.
    public var edition: Edition {
        newest.withLock { $0 }
    }

    /// The newest snapshot.
    public var snapshot: Snapshot { edition.snapshot }

    /// Puts up a newer snapshot.
    public func publish(_ snapshot: Snapshot) {
        newest.withLock { $0 = Edition(snapshot: snapshot, number: $0.number &+ 1) }
    }
}
