import Glibc

/// What tells a file from another one that took its name.
struct FileIdentity: Hashable {
    private var device: UInt
    private var inode: UInt

    /// Nil where there is no such file, or it cannot be seen.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil where the descriptor is not open.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}
