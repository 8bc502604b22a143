import Glibc

/// Why a file was not read.
enum FileError: Error, Hashable, CustomStringConvertible {
    case missing
    /// The system's words, such as "Permission denied".
    case unreadable(String)
    /// A folder, a device or a pipe, where only a file will do.
    case notAFile
    /// No authority to trust is in it.
    case noCertificate
    /// Longer than what is read at most.
    case tooLong(limit: Int)

    var description: String {
        switch self {
        case .missing: "does not exist"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .notAFile: "is not a regular file"
        case .noCertificate: "holds no certificate in PEM form"
        case .tooLong(let limit): "is longer than \(limit) bytes"
        }
    }
}

/// The bytes of a small file.
enum FileContents {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - limit: the most bytes that it may have.
    ///   - takesPipes: whether it may be a pipe or a device, which could keep the reader waiting.
    static func read(
        _ path: String, limit: Int, takesPipes: Bool = false
    ) throws(FileError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe waits for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (takesPipes ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .unreadable(lastError())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(lastError()) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || takesPipes && kind != S_IFDIR else { throw .notAFile }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(lastError()) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
        throw .tooLong(limit: limit)
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
