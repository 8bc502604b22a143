import CGnuTLS

/// Message authentication with SHA-256 and a shared key. RFC 2104
public enum HMACSHA256 {
    /// What proves to a holder of the key that some bytes come from another one.
    ///
    /// - Parameters:
    ///   - bytes: the message.
    ///   - key: of any length; more than 64 bytes are hashed first.
    public static func code(for bytes: [UInt8], key: [UInt8]) throws(CryptoError) -> Digest {
        try Digest { output in
            key.withUnsafeBytes { key in
                bytes.withUnsafeBytes { input in
                    gnutls_hmac_fast(
                        GNUTLS_MAC_SHA256, key.baseAddress, key.count, input.baseAddress,
                        input.count, output)
                }
            }
        }
    }
}
