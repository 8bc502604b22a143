import Glibc

/// Why a file was not read.
enum FileError: Error, Hashable, CustomStringConvertible {
    case missing
    /// The system's words, such as "Permission denied".
    case unreadable(String)
    /// A folder, a device or a pipe, where only a file will do.
    case notAFile
    /// A pipe in a folder that nobody wrote to for so many seconds.
    case silent(seconds: Int32)
    /// No authority to trust is in it.
    case noCertificate
    /// Longer than what is read at most.
    case tooLong(limit: Int)

    var description: String {
        switch self {
        case .missing: "does not exist"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .notAFile: "is not a regular file"
        case .silent(let seconds):
            "is a pipe that nothing was written to within \(seconds) s"
        case .noCertificate: "holds no certificate in PEM form"
        case .tooLong(let limit): "is longer than \(limit) bytes"
        }
    }
}

/// What a path leads to.
enum FileKind: Sendable, Hashable {
    case regular
    /// What was read from it is gone.
    case pipe
    /// A terminal, or `/dev/null`.
    case device
}

/// The bytes of a small file.
enum FileContents {
    /// How many seconds a pipe in a folder may be silent: it has no writer, or one that hangs.
    private static let patience: Int32 = 10

    /// Reads a whole file, which must be a regular one.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - limit: the most bytes that it may have.
    static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try open(path) { descriptor, kind throws(FileError) in
            guard kind == .regular else { throw .notAFile }
            return try contents(of: descriptor, limit: limit, patience: nil)
        }
    }

    /// Reads a whole file, or what comes from a pipe or a device until its end.
    ///
    /// Waits for whoever writes into a shell's pipe, which ends with its writer; a pipe in a folder
    /// may never have one.
    static func readToEnd(
        _ path: String, limit: Int
    ) throws(FileError) -> (bytes: [UInt8], kind: FileKind) {
        try open(path) { descriptor, kind throws(FileError) in
            let isNamed = kind == .pipe && !isUnnamed(descriptor)
            let patience = isNamed ? patience : nil
            return (try contents(of: descriptor, limit: limit, patience: patience), kind)
        }
    }

    private static func open<Value>(
        _ path: String, _ body: (_ descriptor: Int32, _ kind: FileKind) throws(FileError) -> Value
    ) throws(FileError) -> Value {
        // Without O_NONBLOCK, opening a pipe waits for its writer.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .unreadable(lastError())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(lastError()) }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: try body(descriptor, .regular)
        case S_IFIFO: try body(descriptor, .pipe)
        case S_IFCHR: try body(descriptor, .device)
        default: throw .notAFile
        }
    }

    /// - Parameter patience: the most seconds of silence; nil: no limit.
    private static func contents(
        of descriptor: Int32, limit: Int, patience: Int32?
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= limit {
            // A regular file is always ready.
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&polled, 1, patience.map { $0 * 1000 } ?? -1)
            if ready == 0, let patience { throw .silent(seconds: patience) }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .unreadable(lastError()) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
        throw .tooLong(limit: limit)
    }

    /// Whether a pipe is in no folder: instead of a path it has a name such as `pipe:[4711]`. proc(5)
    private static func isUnnamed(_ descriptor: Int32) -> Bool {
        let prefix = "pipe:".utf8
        var target = [CChar](repeating: 0, count: prefix.count)
        let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
        return count == prefix.count && target.map { UInt8(bitPattern: $0) } == Array(prefix)
    }

    /// Throws where a file holds no certificates that could be trusted.
    static func checkCertificates(_ path: String) throws(FileError) {
        let text = String(decoding: try read(path, limit: 4 << 20), as: UTF8.self)
        let isCertificate =
            text.contains("-----BEGIN CERTIFICATE-----")
            && text.contains("-----END CERTIFICATE-----")
        guard isCertificate else { throw .noCertificate }
    }

    private static func lastError() -> String {
        String(cString: strerror(errno))
    }
}
