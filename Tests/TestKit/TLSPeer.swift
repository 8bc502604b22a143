import Glibc

/// A TLS server of OpenSSL's, which ends with the value.
public struct TLSPeer: Sendable {
    /// The server ended before it listened.
    struct NotListening: Error {
        let output: String
    }

    /// `https://127.0.0.1:PORT/`.
    public let url: String
    /// The certificate of the authority that stands for the server's.
    public let certificateFile: String
    private let process: ChildProcess
    private let authority: CertificateAuthority

    /// Makes a certificate for a name, and starts the server.
    public init(name: String = "127.0.0.1") async throws {
        authority = try await CertificateAuthority()
        certificateFile = authority.own.certificateFile
        let certificate = try await authority.issue(name)
        process = try ChildProcess(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.certificateFile,
                "-key", certificate.keyFile, "-www",
            ])
        // It tells the port that the system picked in this line.
        guard let line = await process.line(containing: "ACCEPT 127.0.0.1:"),
            let port = line.split(separator: ":").last
        else { throw NotListening(output: process.standardError) }
        url = "https://127.0.0.1:\(port)/"
    }

    /// Ends the server.
    public func stop() { process.signal(SIGTERM) }
}
