/// A version of TLS, by the names of Prometheus' web configuration.
public enum TLSVersion: String, Sendable, Hashable, CaseIterable, Comparable {
    case tls10 = "TLS10"
    case tls11 = "TLS11"
    case tls12 = "TLS12"
    case tls13 = "TLS13"

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// As GnuTLS' priority strings have it.
    var priority: String {
        switch self {
        case .tls10: "+VERS-TLS1.0"
        case .tls11: "+VERS-TLS1.1"
        case .tls12: "+VERS-TLS1.2"
        case .tls13: "+VERS-TLS1.3"
        }
    }
}
