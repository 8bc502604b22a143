import Serving

/// The keys of the web configuration, held against its readers as those of the configuration are.
enum WebKeyCatalogue {
    static let sections = [tls, users, http, headers]

    static let tls = KeySection(
        path: ["tls_server_config"],
        meaning: "TLS; without it pages are served over plain HTTP.",
        needed: ["cert_file": "server.crt", "key_file": "server.key"],
        keys: [
            KeyDefinition(
                name: "cert_file", kind: .file, standard: .required(example: "server.crt"),
                meaning: "the certificate with those that lead to its authority, as PEM; without "
                    + "`tls_server_config` pages are served over plain HTTP"),
            KeyDefinition(
                name: "key_file", kind: .file, standard: .required(example: "server.key"),
                meaning: "its key without a password, as PEM"),
            KeyDefinition(
                name: "client_auth_type",
                kind: .words(ClientAuthentication.allCases.map(\.rawValue)),
                standard: .value(ClientAuthentication.none.rawValue),
                meaning: "`RequestClientCert` and `RequireAnyClientCert` check nothing; "
                    + "`VerifyClientCertIfGiven` takes none or a good one; "
                    + "`RequireAndVerifyClientCert` is the one to use"),
            KeyDefinition(
                name: "client_ca_file", kind: .file,
                meaning: "the authorities that sign clients' certificates, which must be made for "
                    + "client authentication; needed by the two types that verify, and refused "
                    + "without a type"),
            KeyDefinition(
                name: "min_version", kind: versions, standard: .value(TLSVersion.tls12.rawValue),
                meaning: "the oldest version of TLS that is spoken"),
            KeyDefinition(
                name: "max_version", kind: versions, standard: .value(TLSVersion.tls13.rawValue),
                meaning: "the newest one"),
        ])

    static let users = KeySection(
        path: ["basic_auth_users"],
        meaning: "Who is let in; without any user, everybody.",
        keys: [
            KeyDefinition(
                name: "prometheus", kind: .text,
                meaning:
                    "the bcrypt hash of the user's password, `$2a$`, `$2b$` or `$2y$`, of cost "
                    + "4 to 16; `htpasswd -nBC 10 USER` makes one", isOfUser: true)
        ])

    static let http = KeySection(
        path: ["http_server_config"],
        meaning: "How pages are served.",
        keys: [
            KeyDefinition(
                name: "http2", kind: .boolean, standard: .value("false"),
                meaning: "only `false`: HTTP/1.1 is spoken"),
            KeyDefinition(
                name: "headers", kind: .map(of: "header fields"),
                meaning: "on every answer that has none of its own, as the status page has, but "
                    + "for the refusals of what is no HTTP"),
        ])

    static let headers = KeySection(
        path: ["http_server_config", "headers"],
        meaning: "The header fields that can be set.",
        keys: [
            KeyDefinition(
                name: "Content-Security-Policy", kind: .text, meaning: "what a page may load"),
            KeyDefinition(
                name: "X-Frame-Options", kind: .words(["deny", "sameorigin"]),
                meaning: "who may frame a page"),
            KeyDefinition(
                name: "X-Content-Type-Options", kind: .words(["nosniff"]),
                meaning: "that types are not guessed"),
            KeyDefinition(
                name: "X-XSS-Protection", kind: .text, meaning: "for browsers of old"),
            KeyDefinition(
                name: "Strict-Transport-Security", kind: .text,
                meaning: "that the host is reached by TLS alone"),
        ])

    private static let versions = KeyKind.words(TLSVersion.allCases.map(\.rawValue))
}
