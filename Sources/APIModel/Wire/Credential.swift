/// What an `Authorization` header brings.
public enum Credential: Sendable, Hashable {
    /// No header.
    case absent
    /// A bearer token.
    case key(String)
    /// Another scheme, or a bearer without a token.
    case unusable

    /// Reads a header's value; nil stands for no header.
    public init(authorization: String?) {
        guard let authorization else {
            self = .absent
            return
        }
        let words = authorization.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            self = .unusable
            return
        }
        self = .key(String(words[1]))
    }
}
