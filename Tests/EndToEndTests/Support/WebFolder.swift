import Foundation
import TestKit

/// A folder with a web configuration and the certificates that it names.
final class WebFolder: Sendable {
    /// The user and the password whose hash is in `users`.
    static let login = "ada:hunter2-für-ada"
    /// A hash of that password of the usual cost.
    static let hash = "$2y$10$abcdefghijklmnopqrstuurpOZLVEbdFmVoTAFent/RpoT/kJyyb2"
    /// The keys that let that user in.
    static let users = ["basic_auth_users:", "  ada: \(hash)"]

    let authority: CertificateAuthority

    /// Makes `server.crt` and `server.key` for 127.0.0.1.
    init() async throws {
        authority = try await CertificateAuthority()
        try await authority.issue(file: "server")
    }

    /// Writes the web configuration, with TLS and more lines, and gives the flag that names it.
    @discardableResult
    func write(
        tlsKeys: [String]? = [], _ lines: [String] = []
    ) throws -> String {
        let tls = tlsKeys.map { keys in
            ["tls_server_config:", "  cert_file: server.crt", "  key_file: server.key"]
                + keys.map { "  \($0)" }
        }
        return try write(text: ((tls ?? []) + lines).joined(separator: "\n") + "\n")
    }

    /// Writes the web configuration, and gives the flag that names it.
    @discardableResult
    func write(text: String) throws -> String {
        let url = authority.folder.appending(path: "web.yml")
        try Data(text.utf8).write(to: url, options: .atomic)
        return "--web.config.file=\(url.path)"
    }

    /// Asks with curl, which trusts the authority.
    func get(
        _ exporter: ExporterProcess, _ path: String, _ arguments: [String] = []
    ) async throws -> Curl.Result {
        try await Curl.get(
            exporter.url + path, ["--cacert", authority.own.certificateFile] + arguments)
    }
}
