import Domain
import Synchronization

/// Knows the secrets of the process, and takes them out of every text that leaves it.
///
/// Shared by all loggers: a key that is re-read is a secret for each of them at once. A secret
/// stays known after it was replaced, since an answer to an older request may still quote it.
final class SecretScrubber: Sendable {
    private let secrets = Mutex<[String]>([])

    /// Hides a secret from now on, in the forms in which other programs may quote it back.
    func register(_ secret: Secret) {
        let plain = secret.reveal()
        guard !plain.isEmpty else { return }
        let forms = [plain, Self.percentEncoded(plain), Self.base64(plain)]
        secrets.withLock { secrets in
            for form in forms where !secrets.contains(form) { secrets.append(form) }
            // The longest first, so that one secret inside another leaves no rest behind.
            secrets.sort { $0.utf8.count > $1.utf8.count }
        }
    }

    /// The text with `<redacted>` in the place of each secret.
    func scrub(_ text: String) -> String {
        let secrets = secrets.withLock { $0 }
        // By bytes: to a character belongs a mark that follows it, as an answer may add one to a key.
        guard secrets.contains(where: { text.utf8.contains($0.utf8) }) else { return text }
        return secrets.reduce(text) { text, secret in
            text.utf8.split(separator: secret.utf8, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
                .joined(separator: Secret("").description)
        }
    }

    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let isLetterOrDigit = character.isASCII && (character.isLetter || character.isNumber)
            if isLetterOrDigit || "-._~".contains(character) {
                result.append(character)
            } else {
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// As basic authentication sends `user:password`, without the padding (RFC 4648, 4).
    private static func base64(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = Array(text.utf8)
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start...].prefix(3)
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
            for index in 0...group.count {
                result.append(alphabet[bits >> (18 - 6 * index) & 63])
            }
        }
        return result
    }
}
