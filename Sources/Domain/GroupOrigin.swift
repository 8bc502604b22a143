/// What was configured when a group of alerts began; the same to its end.
///
/// A pager's key is made of it, so that a changed configuration closes the incident that it opened.
public struct GroupOrigin: Sendable, Hashable {
    /// `alerts.labels`.
    public var labels: [String: String]
    /// The address of the status page.
    public var externalURL: String

    /// Makes an origin.
    public init(labels: [String: String] = [:], externalURL: String = "") {
        self.labels = labels
        self.externalURL = externalURL
    }
}
