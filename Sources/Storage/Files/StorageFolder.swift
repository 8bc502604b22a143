import Domain
import Freshness
import Glibc

/// The folder of the state, and the names in it.
struct StorageFolder: Sendable, Hashable {
    let path: String
    /// The name of the database.
    var name = "state.sqlite"

    /// The database.
    var file: String { "\(path)/\(name)" }

    /// What SQLite may keep beside the database: its write-ahead log, that log's index, and the
    /// rollback journal of the first moments.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Makes the folder and those above it where they are missing, for this user alone.
    func create() throws(StorageFault) {
        try Self.create(path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StorageFault(errno: errno, doing: "cannot use \(path)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw StorageFault(.failed, "\(path) is no folder: remove it, or choose another path")
        }
    }

    private static func create(_ path: String) throws(StorageFault) {
        if mkdir(path, 0o700) == 0 { return sync(parent(of: path)) }
        switch errno {
        case EEXIST: return
        case ENOENT where parent(of: path) != path:
            try create(parent(of: path))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw StorageFault(errno: errno, doing: "cannot create \(path)")
            }
            sync(parent(of: path))
        default:
            let reason = errno
            // A read-only file system says so also of a folder that is there.
            if FileIdentity(of: path) != nil { return }
            throw StorageFault(errno: reason, doing: "cannot create \(path)")
        }
    }

    private static func parent(of path: String) -> String {
        var rest = Substring(path)
        while rest.count > 1, rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let slash = rest.lastIndex(of: "/") else { return "." }
        return slash == rest.startIndex ? "/" : String(rest[..<slash])
    }

    /// Makes a new name in a folder survive a power cut.
    static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Not every file system can; the name then is as safe as the file system makes it.
        fsync(descriptor)
        close(descriptor)
    }

    /// Makes an empty database where there is none, readable by this user alone.
    ///
    /// SQLite gives the companions the mode of the database, and reads an empty file as a new one.
    func createFile() throws(StorageFault) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let reason = errno
        if descriptor >= 0 {
            close(descriptor)
        } else if reason != EEXIST, FileIdentity(of: file) == nil {
            throw StorageFault(errno: reason, doing: "cannot create \(file)")
        }
    }

    /// The size of the database in bytes; nil where there is none.
    ///
    /// Throws for what is no file at all, such as the folder that a container's engine makes for a
    /// mount whose source is missing.
    func fileSize() throws(StorageFault) -> Int64? {
        var status = stat()
        guard stat(file, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw StorageFault(errno: errno, doing: "cannot read \(file)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StorageFault(
                .failed, "\(file) is no file: remove it, or choose another folder")
        }
        return Int64(status.st_size)
    }

    /// Whether a database was emptied or removed while its write-ahead log still holds something; SQLite would
    /// remove the log.
    func hasOrphanedLog() throws(StorageFault) -> Bool {
        var status = stat()
        return try fileSize() ?? 0 == 0 && stat("\(file)-wal", &status) == 0 && status.st_size > 0
    }

    /// Gives the database and its companions other names, and returns that of the database.
    ///
    /// The database goes first: while it has its name, its log has to lie beside it.
    func moveAside(at now: Timestamp) throws(StorageFault) -> String {
        let target = nameAside(at: now)
        try moveAside(file, to: target)
        try moveCompanionsAside(to: target)
        return target
    }

    /// Gives the companions of a database that was moved aside names beside its own.
    func moveCompanionsAside(to target: String) throws(StorageFault) {
        for suffix in Self.companions {
            try moveAside(file + suffix, to: Self.freeName(target + suffix))
        }
        Self.sync(path)
    }

    private func moveAside(_ source: String, to target: String) throws(StorageFault) {
        guard FileIdentity(of: source) != nil else { return }
        guard rename(source, target) == 0 else {
            throw StorageFault(errno: errno, doing: "\(file) is damaged and cannot be moved aside")
        }
    }

    /// A name for the database to be moved to.
    func nameAside(at now: Timestamp) -> String {
        Self.freeName("\(file).corrupt-\(Self.compact(now))")
    }

    /// The newest of the databases that were moved aside; nil where there is none.
    var lastAside: String? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var last: String?
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("\(self.name).corrupt-"),
                !Self.companions.contains(where: name.hasSuffix)
            else { continue }
            last = max(last ?? name, name)
        }
        return last.map { "\(path)/\($0)" }
    }

    static func freeName(_ name: String) -> String {
        var candidate = name
        var count = 2
        while FileIdentity(of: candidate) != nil {
            candidate = "\(name)-\(count)"
            count += 1
        }
        return candidate
    }

    /// UTC in the basic format of ISO 8601, which needs no quoting in a shell.
    private static func compact(_ time: Timestamp) -> String {
        time.startOfSecond.iso8601.filter { $0 != "-" && $0 != ":" }
    }
}
