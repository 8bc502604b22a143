public import Crypto
import Synchronization

/// The users who are let in by their passwords, and what is known of passwords that were tried.
///
/// bcrypt takes a twentieth of a second by intent, so results are kept: never a password, but a
/// digest of user and password with a key that lives in memory alone. They go with the object.
public final class BasicAuthentication: Sendable {
    /// How many results of each kind are kept; the oldest goes first.
    ///
    /// Two kinds, so that wrong passwords by the thousand do not push out the right ones.
    private static let capacity = 256

    private let users: [String: BcryptHash]
    private let key: [UInt8]
    /// Stands in for the hash of a user who is not there, so that an answer takes as long.
    private let stranger: BcryptHash
    private let results = Mutex((right: DigestMemory(capacity), wrong: DigestMemory(capacity)))

    /// What is known of credentials without computing.
    enum Knowledge {
        case right
        case wrong
        case unknown(PasswordCheck)
    }

    /// Makes an empty memory for some users; throws where there is no chance to be had.
    public init(users: [String: BcryptHash]) throws(CryptoError) {
        self.users = users
        key = try RandomBytes.make(count: Digest.size)
        stranger = .unmatched(cost: users.values.map(\.cost).max() ?? 10)
    }

    /// Tells what is known; nothing but the computing takes long.
    func knowledge(of credentials: BasicCredentials) -> Knowledge {
        guard let digest = digest(of: credentials) else { return .wrong }
        return results.withLock { results in
            if results.right.contains(digest) { return .right }
            if results.wrong.contains(digest) { return .wrong }
            let hash = users[credentials.user]
            return .unknown(
                PasswordCheck(
                    digest: digest, password: credentials.password, hash: hash ?? stranger,
                    isOfUser: hash != nil))
        }
    }

    /// Keeps a result.
    func note(_ isRight: Bool, of check: PasswordCheck) {
        results.withLock { results in
            if isRight {
                results.right.insert(check.digest)
            } else {
                results.wrong.insert(check.digest)
            }
        }
    }

    /// Nil where GnuTLS cannot compute it.
    private func digest(of credentials: BasicCredentials) -> Digest? {
        // No user has a NUL, so that no two pairs are the same text.
        let text = Array(credentials.user.utf8) + [0] + credentials.password
        return try? HMACSHA256.code(for: text, key: key)
    }
}
