/// What notifications say of the daemon that sends them.
public struct NotificationContext: Sendable, Hashable {
    /// The address of the status page.
    public var externalURL: String

    /// Makes a context.
    public init(externalURL: String) {
        self.externalURL = externalURL
    }
}
