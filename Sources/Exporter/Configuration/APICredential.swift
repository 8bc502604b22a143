import Domain
import ExchangeRate

/// What requests prove themselves with.
enum APICredential: Sendable, Hashable {
    /// Shorter ones are found in common words, and cannot be told from them.
    private static let shortestHidden = 8

    case keyless
    case key(Secret)
    /// `user:password`.
    case basic(Secret)

    /// The same for the client library.
    var credentials: Credentials {
        switch self {
        case .keyless: return .none
        case .key(let key): return .bearer(key: key.reveal())
        case .basic(let secret):
            let (user, password) = Self.parts(of: secret)
            return .basic(user: user, password: password)
        }
    }

    /// What must never be shown: of basic authentication, the password alone as well.
    var secrets: [Secret] {
        switch self {
        case .keyless: return []
        case .key(let key): return [key]
        case .basic(let secret):
            let password = Self.parts(of: secret).password
            return password.isEmpty ? [secret] : [secret, Secret(password)]
        }
    }

    /// What an operator should know of it; nil where there is nothing.
    var warning: String? {
        let (name, secret) =
            switch self {
            case .keyless: ("", "")
            case .key(let key): ("key", key.reveal())
            case .basic(let pair): ("password", Self.parts(of: pair).password)
            }
        guard !secret.isEmpty, secret.utf8.count < Self.shortestHidden else { return nil }
        return "the \(name) has fewer than \(Self.shortestHidden) characters, so it cannot be "
            + "hidden reliably in texts that the API sends back; use a longer one"
    }

    /// What stands before the first colon, and all behind it.
    private static func parts(of secret: Secret) -> (user: String, password: String) {
        let parts = secret.reveal().split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), String(parts.dropFirst().first ?? ""))
    }

    /// Stands for the credential and the address that it is sent to.
    ///
    /// It is stored to notice a changed key, so it must tell next to nothing of it: FNV-1a with 32
    /// bits, of which a key of 128 bits keeps all but 32 to itself.
    func fingerprint(url: String) -> UInt32 {
        var hash: UInt32 = 0x811c_9dc5
        for byte in Array(url.utf8) + [0] + Array((secrets.first?.reveal() ?? "").utf8) {
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        }
        return hash
    }
}
