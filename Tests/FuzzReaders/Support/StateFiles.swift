import Domain
import Foundation
import Freshness

@testable import Storage

/// Folders of states in memory, one for each input.
struct StateFiles: ~Copyable {
    /// The first bytes of a write-ahead log: what follows them in an input is one.
    /// https://www.sqlite.org/fileformat2.html#walformat
    private static let logMagic: [UInt8] = [0x37, 0x7F, 0x06]

    let folder: StorageFolder

    /// Makes an empty folder.
    init() throws(BrokenPromise) {
        var template = Array("/dev/shm/exchangerate-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BrokenPromise("no folder can be made: \(errno)")
        }
        let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
        folder = StorageFolder(path: String(decoding: bytes, as: UTF8.self))
    }

    deinit {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names { unlink("\(folder.path)/\(name)") }
        rmdir(folder.path)
    }

    /// Writes a database, and its log where the bytes hold one behind it.
    func write(_ bytes: [UInt8]) throws(BrokenPromise) {
        let end = bytes.firstRange(of: Self.logMagic)?.lowerBound ?? bytes.endIndex
        // A log alone would be one without its database.
        let start = end > 0 ? end : bytes.endIndex
        try write(bytes[..<start], to: folder.file)
        if start < bytes.endIndex { try write(bytes[start...], to: folder.file + "-wal") }
    }

    private func write(_ bytes: ArraySlice<UInt8>, to path: String) throws(BrokenPromise) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else {
            throw BrokenPromise("\(path) cannot be written: \(errno)")
        }
    }

    /// What lies in the folder as an input: the database, and its log behind it.
    func read() throws -> [UInt8] {
        let database = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let log = try? Data(contentsOf: URL(fileURLWithPath: folder.file + "-wal"))
        return Array(database) + Array(log ?? Data())
    }
}
