import Glibc

/// A text under `/proc`, which the kernel writes anew for each reader.
enum ProcFile {
    /// Longer than what is read here on any machine seen: `net/netstat` has 4 to 5 kB.
    private static let capacity = 16 * 1024

    /// Calls back with the beginning of the text, up to 16 kB; not at all where there is none.
    static func read(_ path: String, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return }
            var length = 0
            while length < capacity {
                let count = Glibc.read(descriptor, start + length, capacity - length)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                length += count
            }
            guard length > 0 else { return }
            body(UnsafeBufferPointer(buffer)[..<length])
        }
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
