import Crypto

/// What it takes to find out whether a password is right.
struct PasswordCheck: Sendable {
    /// Stands for user and password.
    let digest: Digest
    let password: [UInt8]
    let hash: BcryptHash
    /// Whether there is such a user; it is computed all the same.
    let isOfUser: Bool

    /// Computes it: slow by intent.
    func run() -> Bool {
        hash.matches(password) && isOfUser
    }
}
