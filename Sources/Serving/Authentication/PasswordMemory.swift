import Crypto
import Synchronization

/// What is known of passwords that were tried: never a password, but a digest of it with a key that
/// lives in memory alone.
///
/// A digest is of the user's hash as well, so that what is known goes with the hash it is about,
/// and stays good for all others when users change.
final class PasswordMemory: Sendable {
    /// How many results of each kind are kept; the oldest goes first.
    ///
    /// Two kinds, so that wrong passwords by the thousand do not push out the right ones.
    private static let capacity = 256

    private let key: [UInt8]
    private let results = Mutex((right: DigestMemory(capacity), wrong: DigestMemory(capacity)))

    /// Makes an empty one; throws where there is no chance to be had.
    init() throws(CryptoError) {
        key = try RandomBytes.make(count: Digest.size)
    }

    /// What stands for credentials and the hash they are held against; nil where GnuTLS cannot
    /// compute it.
    func digest(of credentials: BasicCredentials, for hash: BcryptHash) -> Digest? {
        // Neither user nor hash has a NUL, so that no two of these are the same text.
        let text =
            Array(credentials.user.utf8) + [0] + Array(hash.text.utf8) + [0] + credentials.password
        return try? HMACSHA256.code(for: text, key: key)
    }

    /// Whether it was right; nil where that is not known.
    func result(of digest: Digest) -> Bool? {
        results.withLock { results in
            if results.right.contains(digest) { return true }
            return results.wrong.contains(digest) ? false : nil
        }
    }

    /// Keeps a result.
    func note(_ isRight: Bool, of digest: Digest) {
        results.withLock { results in
            if isRight {
                results.right.insert(digest)
            } else {
                results.wrong.insert(digest)
            }
        }
    }
}
