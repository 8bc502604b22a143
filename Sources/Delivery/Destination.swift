/// Where a worker sends: one address of a receiver.
public struct Destination: Sendable, Hashable {
    /// The receiver's name.
    public let receiver: String
    let url: ReceiverURL
}
