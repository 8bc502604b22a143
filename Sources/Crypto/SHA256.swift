import CGnuTLS

/// The hash function SHA-256. FIPS 180-4
public enum SHA256 {
    /// The digest of some bytes.
    public static func digest(of bytes: [UInt8]) throws(CryptoError) -> Digest {
        try Digest { output in
            bytes.withUnsafeBytes { input in
                gnutls_hash_fast(GNUTLS_DIG_SHA256, input.baseAddress, input.count, output)
            }
        }
    }
}
