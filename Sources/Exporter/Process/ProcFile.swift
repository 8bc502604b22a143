import Glibc

/// A text or a folder under `/proc`, held open: to find one costs several times what a short text
/// costs to read.
final class ProcFile: Sendable {
    /// Longer than what is read here on any machine seen: `net/netstat` has 4 to 5 kB.
    private static let capacity = 16 * 1024

    private let descriptor: Int32

    /// Opens the file; nil where that cannot be done.
    init?(_ path: String) {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// Calls back with the text of this moment, its first 16 kB; not at all where reading fails.
    ///
    /// It is read by one call from the beginning, for which the kernel writes the whole text; the
    /// end of the file is not asked for, since that would write it a second time.
    func read(_ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.capacity) { buffer in
            let length = pread(descriptor, buffer.baseAddress, Self.capacity, 0)
            guard length > 0 else { return }
            body(UnsafeBufferPointer(buffer)[..<length])
        }
    }

    /// The size of the file or folder at this moment; nil where it cannot be told.
    var size: UInt64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return UInt64(exactly: status.st_size)
    }

    /// How many entries a folder has; nil where it cannot be read.
    static func entryCount(of path: String) -> UInt64? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var count: UInt64 = 0
        while let entry = readdir(folder) {
            // "." and ".." are the only names in these folders that begin with a point.
            if UInt8(bitPattern: entry.pointee.d_name.0) != UInt8(ascii: ".") { count += 1 }
        }
        return count
    }
}
