import CGnuTLS

/// Bytes that nobody can guess.
public enum RandomBytes {
    /// Makes some, as for a key.
    public static func make(count: Int) throws(CryptoError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            code = gnutls_rnd(GNUTLS_RND_KEY, buffer.baseAddress, count)
            initialized = code == 0 ? count : 0
        }
        guard code == 0 else {
            throw CryptoError(description: String(cString: gnutls_strerror(code)))
        }
        return bytes
    }
}
