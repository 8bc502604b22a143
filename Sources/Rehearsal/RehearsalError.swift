/// A rehearsal that cannot be: what is wrong with its dates or incidents, and what is allowed.
public struct RehearsalError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String

    /// Makes an error.
    init(_ description: String) {
        self.description = description
    }
}
