/// What a server asks of its clients' certificates, by the names of Go's `crypto/tls`.
public enum ClientAuthentication: String, Sendable, Hashable, CaseIterable {
    /// Asks for none.
    case none = "NoClientCert"
    /// Asks for one, and takes any or none.
    case request = "RequestClientCert"
    /// Needs one, and takes any.
    case requireAny = "RequireAnyClientCert"
    /// Takes none, or one that its authorities have signed.
    case verifyIfGiven = "VerifyClientCertIfGiven"
    /// Needs one that its authorities have signed.
    case requireAndVerify = "RequireAndVerifyClientCert"

    /// Whether a certificate is checked, which needs authorities.
    public var verifies: Bool {
        switch self {
        case .none, .request, .requireAny: false
        case .verifyIfGiven, .requireAndVerify: true
        }
    }
}
