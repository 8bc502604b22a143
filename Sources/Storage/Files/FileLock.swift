import Domain
import Glibc

/// Keeps other processes off a file, where its folder may know no locks.
///
/// A record lock, which every file system has that SQLite works on. It ends as soon as this process
/// closes any descriptor of the file, so nothing else may open it meanwhile:
/// https://man7.org/linux/man-pages/man2/fcntl_locking.2.html
final class FileLock {
    private var descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { release() }

    /// Takes the lock; nil where there is no such file, or no longer.
    ///
    /// Throws `.held` where another process has it.
    static func take(_ path: String) throws(StorageFault) -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StorageFault(errno: errno, doing: "cannot open \(path)")
        }
        let lock = FileLock(descriptor: descriptor)
        var whole = flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_SETLK, &whole) == 0 else {
            guard errno == EAGAIN || errno == EACCES else {
                throw StorageFault(errno: errno, doing: "cannot lock \(path)")
            }
            throw StorageFault(.held, "\(path) is held by another process")
        }
        // Whoever had it before may have given the file another name.
        return FileIdentity(of: path) == FileIdentity(of: descriptor) ? lock : nil
    }

    /// Ends the lock.
    func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
