import Crypto
import Domain
import FoundationEssentials
import Freshness

/// The header `webhook-signature` of Standard Webhooks 1.0.0.
enum WebhookSignature {
    /// The version of the scheme that signs with a shared key.
    private static let version = "v1"

    /// One signature a secret, in their order; nil where there are none.
    ///
    /// A verifier takes a request when one of them is right, so that secrets can rotate. It refuses
    /// a time that is five minutes off: a signature is good for one try.
    ///
    /// - Parameters:
    ///   - id: the header `webhook-id`.
    ///   - time: of the header `webhook-timestamp`.
    ///   - body: the very bytes that are sent.
    static func value(
        secrets: [Secret], id: String, time: Timestamp, body: [UInt8]
    ) -> String? {
        let signed = Array("\(id).\(time.wholeSeconds).".utf8) + body
        let signatures = secrets.compactMap { secret -> String? in
            // Settings hold no other secrets, and GnuTLS fails only where it is out of memory.
            // Without its signature a verifier refuses the request, which is told like any refusal.
            guard let key = try? SigningSecret(secret).key,
                let code = try? HMACSHA256.code(for: signed, key: key)
            else { return nil }
            return "\(version),\(Data(code.bytes).base64EncodedString())"
        }
        return signatures.isEmpty ? nil : signatures.joined(separator: " ")
    }
}
