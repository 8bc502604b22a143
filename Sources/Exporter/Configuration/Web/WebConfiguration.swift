import ConfigTree
import Crypto
import Domain
import Serving

/// What a file says of TLS, passwords and header fields, in the format of Prometheus' exporters.
///
/// https://github.com/prometheus/exporter-toolkit/blob/master/docs/web-configuration.md
struct WebConfiguration: Sendable {
    /// The file as the user named it.
    var file: String
    /// Who is let in, over what.
    var access: AccessPolicy
    /// Nil: plain HTTP.
    var tls: TLSSettings?
    /// How many users there are; 0: no password is asked for.
    var userCount: Int
    /// All that was read, by the paths of the files: the same says the same.
    var contents: [String: [UInt8]]

    /// What an operator should know of it, where it is served at these addresses; nil for nothing.
    func warning(addresses: [ListenAddress]) -> String? {
        guard userCount > 0, tls == nil, addresses.contains(where: { !$0.isOfThisMachine }) else {
            return nil
        }
        return "passwords go over http:// in the clear; add tls_server_config to \(file)"
    }

    /// The longest file.
    private static let lengthLimit = 1 << 20

    /// Reads the file that the flags name; nil where they name none.
    static func load(_ options: Options) throws(ConfigurationError) -> WebConfiguration? {
        guard let file = options.webConfigFile else { return nil }
        return try load(file: file)
    }

    /// Reads a file, and the certificates that it names.
    static func load(file: String) throws(ConfigurationError) -> WebConfiguration {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileContents.read(file, limit: lengthLimit)
        } catch {
            throw ConfigurationError(
                problems: [ConfigProblem(file: file, message: error.description)])
        }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        return try read(bytes, name: file, folder: folder)
    }

    /// Reads a text; a relative path in it starts at `folder`, which ends in a slash or is empty.
    static func read(
        _ bytes: [UInt8], name: String, folder: String
    ) throws(ConfigurationError) -> WebConfiguration {
        let report = ConfigReport(
            file: name, bytes: bytes,
            redaction: Redaction(secretPrefixes: secretPrefixes, vocabulary: vocabulary))
        let root = report.root()
        var files = WebFiles(folder: folder, lengthLimit: lengthLimit)
        let tls = root.value("tls_server_config")?.map().flatMap {
            TLSReader.settings(reading: $0, files: &files)
        }
        let users = UserReader.users(reading: root)
        let headers = WebHeaderReader.headers(reading: root.map("http_server_config"))
        root.refuse(
            "rate_limit", "is not supported; --web.max-requests limits scrapes, and remove this")
        root.finish()
        let problems = report.problems
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        var authentication: BasicAuthentication?
        if !users.isEmpty {
            do throws(CryptoError) {
                authentication = try BasicAuthentication(users: users)
            } catch {
                throw ConfigurationError(
                    problems: [ConfigProblem(file: name, message: error.description)])
            }
        }
        files.contents[name] = bytes
        return WebConfiguration(
            file: name,
            access: AccessPolicy(
                tls: tls?.credentials, authentication: authentication, headers: headers),
            tls: tls?.settings, userCount: users.count, contents: files.contents)
    }

    /// A password's hash, or a key in place of its path, is never shown; PEM begins as RFC 7468 has it.
    static let secretPrefixes = ["$2", "-----BEGIN"] + Secret.prefixes

    /// The words that an error may show of a line that is not valid YAML.
    private static let vocabulary: Set<String> = [
        "tls_server_config", "cert_file", "key_file", "client_ca_file", "client_auth_type",
        "min_version", "max_version", "basic_auth_users", "http_server_config", "http2", "headers",
        "rate_limit",
    ]
}
