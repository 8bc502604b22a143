public import Domain

/// A header that a receiver's requests carry by configuration; its value is a secret.
public struct ReceiverHeader: Sendable, Hashable {
    public var name: String
    public var value: Secret

    /// Makes a header.
    public init(name: String, value: Secret) {
        self.name = name
        self.value = value
    }
}
