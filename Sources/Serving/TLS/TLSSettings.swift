/// What a server proves itself with, and asks of those who connect.
public struct TLSSettings: Sendable, Hashable {
    /// The certificate, and those that lead to its authority, as PEM.
    public var certificates: [UInt8]
    /// Its key, as PEM without a password.
    public var key: [UInt8]
    /// Authorities of the clients' certificates, as PEM; empty for none.
    public var clientAuthorities: [UInt8]
    public var clientAuthentication: ClientAuthentication
    public var versions: ClosedRange<TLSVersion>

    /// Makes settings.
    public init(
        certificates: [UInt8], key: [UInt8], clientAuthorities: [UInt8] = [],
        clientAuthentication: ClientAuthentication = .none,
        versions: ClosedRange<TLSVersion> = .tls12 ... .tls13
    ) {
        self.certificates = certificates
        self.key = key
        self.clientAuthorities = clientAuthorities
        self.clientAuthentication = clientAuthentication
        self.versions = versions
    }

    /// GnuTLS' priority string.
    ///
    /// https://www.gnutls.org/manual/html_node/Priority-Strings.html
    var priorities: String {
        let versions = TLSVersion.allCases.reversed().filter { self.versions.contains($0) }
        return (["NORMAL", "-VERS-ALL"] + versions.map(\.priority)).joined(separator: ":")
    }
}
