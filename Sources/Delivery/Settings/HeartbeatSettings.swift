/// The dead-man switch: the key `heartbeat`.
public struct HeartbeatSettings: Sendable, Hashable {
    public var url: ReceiverURL
    /// The time between two pings.
    public var interval: Duration

    /// Makes settings; by default those in force where nothing more is configured.
    public init(url: ReceiverURL, interval: Duration = .seconds(60)) {
        self.url = url
        self.interval = interval
    }

    /// What an operator should know of settings that are valid all the same; nil: nothing.
    public var warning: String? {
        url.isEncrypted
            ? nil : "heartbeat: what is secret in its URL goes over http:// in the clear"
    }
}
