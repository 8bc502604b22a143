public import Foundation

/// An authority that issues certificates with OpenSSL, in a folder that goes with it.
public final class CertificateAuthority: Sendable {
    /// OpenSSL did not make what it was asked for.
    struct Failure: Error {
        let output: String
    }

    /// A certificate and its key, as files in PEM.
    public struct Certificate: Sendable {
        public let certificateFile: String
        public let keyFile: String

        public var certificate: [UInt8] { get throws { try Self.bytes(of: certificateFile) } }
        public var key: [UInt8] { get throws { try Self.bytes(of: keyFile) } }

        private static func bytes(of path: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: path)))
        }
    }

    /// What a certificate may be used for.
    public enum Purpose: String, Sendable {
        case serverAuth, clientAuth
    }

    /// The authority's own.
    public let own: Certificate
    /// Where its files are.
    public let folder: URL

    /// Makes a key and a certificate of its own.
    public init(name: String = "test authority") async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        own = Self.files("authority", in: folder)
        try await Self.make(own, name: name, ["-addext", "basicConstraints=critical,CA:TRUE"])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Issues a certificate for a name, which is an address or a host.
    ///
    /// - Parameter file: the name of the files, before `.crt` and `.key`; what is there is replaced.
    @discardableResult
    public func issue(
        _ name: String = "127.0.0.1", for purpose: Purpose = .serverAuth,
        file: String = UUID().uuidString
    ) async throws -> Certificate {
        let files = Self.files(file, in: folder)
        let kind = name.first?.isNumber == true ? "IP" : "DNS"
        try await Self.make(
            files, name: name,
            [
                "-CA", own.certificateFile, "-CAkey", own.keyFile,
                "-addext", "subjectAltName=\(kind):\(name)",
                "-addext", "extendedKeyUsage=\(purpose.rawValue)",
                "-addext", "basicConstraints=critical,CA:FALSE",
            ])
        return files
    }

    private static func files(_ name: String, in folder: URL) -> Certificate {
        Certificate(
            certificateFile: folder.appending(path: "\(name).crt").path,
            keyFile: folder.appending(path: "\(name).key").path)
    }

    private static func make(
        _ files: Certificate, name: String, _ arguments: [String]
    ) async throws {
        let process = try ChildProcess(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "2", "-subj", "/CN=\(name)", "-keyout", files.keyFile,
                "-out", files.certificateFile,
            ] + arguments)
        guard await process.exitStatus() == 0 else {
            throw Failure(output: process.standardError)
        }
    }
}
