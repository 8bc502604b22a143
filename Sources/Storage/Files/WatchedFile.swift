import Glibc

/// A file that must stay the one that was opened, and that is never cut.
struct WatchedFile {
    let path: String
    private let identity: FileIdentity?
    private var size = 0

    init(_ path: String) {
        self.path = path
        identity = FileIdentity(of: path)
        noteGrowth()
    }

    /// Whether the path still leads to the file, with all that was in it.
    var isIntact: Bool {
        FileIdentity(of: path) == identity && presentSize ?? 0 >= size
    }

    /// Takes in how large it has become.
    mutating func noteGrowth() {
        size = max(size, presentSize ?? 0)
    }

    private var presentSize: Int? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size : nil
    }
}
