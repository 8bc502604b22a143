import Domain
import Glibc

/// A copy of a database and its log, in a folder that goes with it.
///
/// SQLite opens no database with a write-ahead log on a read-only mount, not even for reading alone:
/// https://www.sqlite.org/wal.html#read_only_databases
final class PrivateCopy {
    /// The folder of the copy, whose files have the names of the original.
    let folder: StorageFolder

    /// Where a copy may lie: memory first, which is there when every disk is full or read-only.
    static let places = ["/dev/shm", "/tmp", "/var/tmp"]

    /// The most that is copied: many times the state of every currency against every other, and
    /// little for a memory that may be where the copy lies.
    private static let maximumSize: Int64 = 64 << 20

    /// Copies what is in a folder, to the first place that takes it.
    init(of original: StorageFolder, places: [String]) throws(StorageFault) {
        var lastFault = StorageFault(.failed, "no place for a copy of \(original.file)")
        for place in places {
            do {
                folder = try Self.copy(original, into: place)
                return
            } catch {
                lastFault = error
            }
        }
        throw lastFault
    }

    deinit { Self.remove(folder) }

    private static func copy(
        _ original: StorageFolder, into place: String
    ) throws(StorageFault) -> StorageFolder {
        let folder = try makeFolder(in: place)
        do {
            try copy(original, to: folder)
        } catch {
            remove(folder)
            throw error
        }
        return folder
    }

    private static func makeFolder(in place: String) throws(StorageFault) -> StorageFolder {
        // Six X are what mkdtemp replaces; it makes the folder for this user alone.
        var template = Array("\(place)/exchangerate-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StorageFault(errno: errno, doing: "cannot create a folder in \(place)")
        }
        let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
        return StorageFolder(path: String(decoding: bytes, as: UTF8.self))
    }

    private static func copy(
        _ original: StorageFolder, to folder: StorageFolder
    ) throws(StorageFault) {
        // Not the index of the log, which SQLite builds anew.
        for suffix in ["", "-wal", "-journal"] {
            let source = original.file + suffix
            guard suffix.isEmpty || FileIdentity(of: source) != nil else { continue }
            try copyFile(source, to: folder.file + suffix)
        }
    }

    private static func copyFile(_ source: String, to target: String) throws(StorageFault) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw StorageFault(errno: errno, doing: "cannot read \(source)") }
        defer { close(input) }
        var status = stat()
        guard fstat(input, &status) == 0, Int64(status.st_size) <= maximumSize else {
            throw StorageFault(.failed, "\(source) is too large to be a state")
        }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw StorageFault(errno: errno, doing: "cannot create \(target)")
        }
        defer { close(output) }

        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw StorageFault(errno: errno, doing: "cannot read \(source)")
            }
            guard count > 0 else { return }
            var written = 0
            while written < count {
                let step = buffer[written..<count].withUnsafeBytes {
                    write(output, $0.baseAddress, $0.count)
                }
                if step < 0, errno == EINTR { continue }
                guard step > 0 else {
                    throw StorageFault(errno: errno, doing: "cannot write \(target)")
                }
                written += step
            }
        }
    }

    private static func remove(_ folder: StorageFolder) {
        for suffix in StorageFolder.companions + [""] { unlink(folder.file + suffix) }
        rmdir(folder.path)
    }
}
