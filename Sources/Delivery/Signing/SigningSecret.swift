import Domain
import FoundationEssentials

/// A secret of Standard Webhooks 1.0.0, as people hand it on: `whsec_` and the key in base64.
///
/// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
struct SigningSecret {
    /// Why a text is no such secret; holds nothing of it.
    enum Problem: Error, Hashable {
        /// A control character or one beyond ASCII.
        case character
        case prefix
        case base64
        /// The key has so many bytes: too few, or too many.
        case length(Int)
    }

    static let prefix = "whsec_"
    static let keySizes = 24...64
    static let form =
        "\(prefix) and \(keySizes.lowerBound) to \(keySizes.upperBound) bytes in base64"

    let key: [UInt8]

    /// Takes a secret, which is on one line and has no blanks around it.
    init(_ secret: Secret) throws(Problem) {
        let text = secret.reveal()
        guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { throw .character }
        guard text.hasPrefix(Self.prefix) else { throw .prefix }
        guard let key = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))) else {
            throw .base64
        }
        guard Self.keySizes.contains(key.count) else { throw .length(key.count) }
        self.key = Array(key)
    }
}

extension SigningSecret.Problem {
    /// What to say of it.
    var advice: String {
        switch self {
        case .character: "holds a control character or one beyond ASCII"
        case .prefix: "does not begin with \(SigningSecret.prefix)"
        case .base64: "is no base64 after \(SigningSecret.prefix)"
        case .length(let size): "has a key of \(size) bytes"
        }
    }
}
