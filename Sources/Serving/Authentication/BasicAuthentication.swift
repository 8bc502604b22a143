public import Crypto

/// The users who are let in by their passwords, and what is known of passwords that were tried.
///
/// bcrypt takes a twentieth of a second by intent, so results are kept.
public struct BasicAuthentication: Sendable {
    private let users: [String: BcryptHash]
    /// Stands in for the hash of a user who is not there, so that an answer takes as long.
    private let stranger: BcryptHash
    private var memory: PasswordMemory

    /// What is known of credentials without computing.
    enum Knowledge {
        case right
        case wrong
        case unknown(PasswordCheck)
    }

    /// Makes an empty memory for some users; throws where there is no chance to be had.
    public init(users: [String: BcryptHash]) throws(CryptoError) {
        self.users = users
        stranger = .unmatched(cost: users.values.map(\.cost).max() ?? 10)
        memory = try PasswordMemory()
    }

    /// These users, with what is known of those among the former ones who have the same hash.
    func succeeding(_ former: BasicAuthentication?) -> BasicAuthentication {
        var successor = self
        if let former { successor.memory = former.memory }
        return successor
    }

    /// Tells what is known; nothing but the computing takes long.
    func knowledge(of credentials: BasicCredentials) -> Knowledge {
        let hash = users[credentials.user]
        guard let digest = memory.digest(of: credentials, for: hash ?? stranger) else {
            return .wrong
        }
        return switch memory.result(of: digest) {
        case true?: .right
        case false?: .wrong
        case nil:
            .unknown(
                PasswordCheck(
                    digest: digest, password: credentials.password, hash: hash ?? stranger,
                    isOfUser: hash != nil))
        }
    }

    /// Keeps a result.
    func note(_ isRight: Bool, of check: PasswordCheck) {
        memory.note(isRight, of: check.digest)
    }
}
