/// Why there is no digest: GnuTLS has no memory left, or its self-tests found it broken.
public struct CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What GnuTLS says of it.
    public let description: String
}
