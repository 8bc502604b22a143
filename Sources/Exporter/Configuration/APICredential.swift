import Domain

/// What requests prove themselves with.
enum APICredential: Sendable, Hashable {
    case keyless
    case key(Secret)
    /// `user:password`.
    case basic(Secret)
}
