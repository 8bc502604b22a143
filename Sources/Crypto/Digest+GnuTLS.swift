import CGnuTLS

extension Digest {
    /// Takes the bytes that a function of GnuTLS writes; the function returns 0, or an error code.
    ///
    /// Those that work in one call keep nothing between two of them, so any thread may call them.
    /// https://www.gnutls.org/manual/html_node/Hash-and-MAC-functions.html
    init(_ write: (UnsafeMutableRawPointer?) -> Int32) throws(CryptoError) {
        var code: Int32 = 0
        bytes = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            code = write(buffer.baseAddress)
            count = code == 0 ? Self.size : 0
        }
        guard code == 0 else {
            throw CryptoError(description: String(cString: gnutls_strerror(code)))
        }
    }
}
