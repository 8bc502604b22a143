import Foundation

/// A TLS server of OpenSSL's with a certificate of its own making.
public struct TLSPeer {
    /// The server ended before it listened.
    struct NotListening: Error {
        let output: String
    }

    /// `https://127.0.0.1:PORT/`.
    public let url: String
    /// The certificate, which is its own authority.
    public let certificateFile: String
    private let process: Process
    private let folder: URL

    /// Makes a certificate for a name, and starts the server.
    public init(name: String = "127.0.0.1") async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificateFile = folder.appending(path: "certificate.pem").path
        let keyFile = folder.appending(path: "key.pem").path
        let kind = name.first?.isNumber == true ? "IP" : "DNS"
        _ = try await Self.output(
            of: Self.openssl([
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(kind):\(name)",
                "-keyout", keyFile, "-out", certificateFile,
            ]), until: { _ in false })
        process = Self.openssl([
            "s_server", "-accept", "127.0.0.1:0", "-cert", certificateFile, "-key", keyFile, "-www",
        ])
        // s_server tells the port that the system picked in the line `ACCEPT 127.0.0.1:PORT`.
        let output = try await Self.output(of: process) { text in
            text.contains(/ACCEPT 127.0.0.1:[0-9]+\n/)
        }
        guard let match = output.firstMatch(of: /ACCEPT 127.0.0.1:([0-9]+)/) else {
            throw NotListening(output: output)
        }
        url = "https://127.0.0.1:\(match.output.1)/"
    }

    /// Ends the server.
    public func stop() {
        // Not SIGTERM: children of a Dispatch thread inherit its signals, all blocked.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func openssl(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Starts a program, and reads what it prints up to its end or to what is waited for.
    ///
    /// Reads in a thread of its own: blocked threads of the pool would hold up all tests.
    private static func output(
        of process: Process, until isDone: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                while !isDone(text) {
                    let data = pipe.fileHandleForReading.availableData
                    if data.isEmpty { break }
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
    }
}
