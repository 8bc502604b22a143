import Domain
import Freshness
import Glibc

/// Keeps a second daemon off a folder, for as long as it lives.
///
/// SQLite's own lock is on the file, and so ends to protect where the file is removed or replaced;
/// and of two that open it at the same moment, each can make the other give up. This one is on the
/// folder itself: it works on a read-only mount, leaves no file behind, and ends with the process,
/// however that ends: https://man7.org/linux/man-pages/man2/flock.2.html
final class FolderLock {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Closing the only descriptor of the open folder gives the lock free.
    deinit { close(descriptor) }

    /// Takes the lock; nil where the folder or its file system knows none, and SQLite's must do.
    ///
    /// Throws `.held` where another has it. Tries for a moment: a child that this process is just
    /// starting holds a copy of every descriptor until it runs its own program.
    static func take(_ folder: String, patience: Duration) throws(StorageFault) -> FolderLock? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let lock = FolderLock(descriptor: descriptor)
        let step = Duration.milliseconds(10)
        var waited = Duration.zero
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK where waited < patience:
                usleep(UInt32(clamping: step.clampedNanoseconds / 1_000))
                waited += step
            case EWOULDBLOCK:
                throw StorageFault(
                    .held,
                    "\(folder) is held by another running daemon: stop it, or give this one a"
                        + " folder of its own")
            default: return nil
            }
        }
        return lock
    }
}
