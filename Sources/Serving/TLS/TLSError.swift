/// Why a server cannot prove itself with what it was given; says nothing of the key.
public enum TLSError: Error, Sendable, Hashable {
    /// No certificate can be read, for this reason.
    case certificates(reason: String)
    /// The key cannot be read, for this reason.
    case key(reason: String)
    /// The key is that of another certificate.
    case keyOfAnother
    /// The authorities of clients cannot be read, for this reason.
    case clientAuthorities(reason: String)
    /// Anything else, in GnuTLS' words.
    case failed(reason: String)
}

extension TLSError: CustomStringConvertible {
    /// What is wrong, for the file that it is about.
    public var description: String {
        switch self {
        case .certificates(let reason): "holds no certificate in PEM that can be used: \(reason)"
        case .key(let reason): "holds no key in PEM that can be used: \(reason)"
        case .keyOfAnother: "is not the key of the certificate"
        case .clientAuthorities(let reason):
            "holds no authority in PEM that can be used: \(reason)"
        case .failed(let reason): "TLS cannot be set up: \(reason)"
        }
    }
}
