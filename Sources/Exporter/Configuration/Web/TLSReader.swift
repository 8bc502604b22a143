import ConfigTree
import Serving

/// Reads `tls_server_config`.
enum TLSReader {
    /// Keys of other exporters, and what is to be done about them here.
    private static let unsupported: KeyValuePairs<String, String> = [
        "cert": "is not supported; write the certificate to a file, and its path to cert_file",
        "key": "is not supported; write the key to a file, and its path to key_file",
        "client_ca": "is not supported; write it to a file, and its path to client_ca_file",
        "client_allowed_sans": "is not supported; remove it",
        "cipher_suites": "is not supported, GnuTLS chooses; remove it",
        "prefer_server_cipher_suites": "is not supported, GnuTLS chooses; remove it",
        "curve_preferences": "is not supported, GnuTLS chooses; remove it",
    ]

    /// The settings, checked; nil where something is wrong, which is recorded.
    static func settings(
        reading reader: MapReader, files: inout WebFiles
    ) -> (settings: TLSSettings, credentials: TLSCredentials)? {
        let certificates = files.read("cert_file", of: reader)
        let key = files.read("key_file", of: reader)
        let clientAuthorities = files.read("client_ca_file", of: reader)
        let clients: ClientAuthentication = reader.choice("client_auth_type", default: .none)
        let lowest: TLSVersion = reader.choice("min_version", default: .tls12)
        let highest: TLSVersion = reader.choice("max_version", default: .tls13)
        for (key, message) in unsupported { reader.refuse(key, message) }
        reader.finish()
        for (one, other) in [("cert_file", "key_file"), ("key_file", "cert_file")]
        where !reader.has(one) {
            reader.reject(
                one, reader.has(other) ? "is missing, \(other) alone is of no use" : "is missing")
        }
        checkClients(reader, clients)
        guard lowest <= highest else {
            reader.reject("min_version", "found \(lowest.rawValue); it is over max_version")
            return nil
        }
        guard let certificates, let key, clientAuthorities != nil || !reader.has("client_ca_file")
        else { return nil }
        let settings = TLSSettings(
            certificates: certificates, key: key, clientAuthorities: clientAuthorities ?? [],
            clientAuthentication: clients, versions: lowest...highest)
        do throws(TLSError) {
            return (settings, try TLSCredentials(settings))
        } catch {
            let key = Self.key(of: error)
            reader.reject(key, "\(files.path(key, of: reader) ?? "") \(error)")
            return nil
        }
    }

    private static func checkClients(_ reader: MapReader, _ clients: ClientAuthentication) {
        if clients.verifies, !reader.has("client_ca_file") {
            reader.reject(
                "client_auth_type", "\(clients.rawValue) needs the authorities in client_ca_file")
        }
        if clients == .none, reader.has("client_ca_file") {
            reader.reject(
                "client_ca_file",
                "has no effect without client_auth_type; the one that checks every client is "
                    + ClientAuthentication.requireAndVerify.rawValue)
        }
    }

    private static func key(of error: TLSError) -> String {
        switch error {
        case .certificates, .failed: "cert_file"
        case .key, .keyOfAnother: "key_file"
        case .clientAuthorities: "client_ca_file"
        }
    }
}
