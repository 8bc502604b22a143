public import Domain

/// One receiver: an item of the list `receivers`.
public struct ReceiverSettings: Sendable, Hashable {
    /// Unique; the label `receiver`.
    public var name: String
    public var type: ReceiverType
    public var url: ReceiverURL
    /// The other members of a cluster, which are all told the same.
    public var otherURLs: [ReceiverURL]
    /// For one whole request.
    public var timeout: Duration
    /// Whether it is told of the end of an alert, too.
    public var sendsResolved: Bool
    /// The alerts that it is told of.
    public var alerts: Set<AlertName>
    /// A PEM file of authorities to trust instead of the system's.
    public var caFile: String?
    /// Secrets that sign each request; more than one while they rotate.
    public var signingSecrets: [Secret]
    /// Headers that each request carries.
    public var headers: [ReceiverHeader]
    /// The key of a pager's service.
    public var routingKey: Secret?

    /// Makes settings; by default those in force where nothing more is configured.
    public init(
        name: String, type: ReceiverType, url: ReceiverURL, otherURLs: [ReceiverURL] = [],
        timeout: Duration = .seconds(10), sendsResolved: Bool = true,
        alerts: Set<AlertName> = Set(AlertName.allCases), caFile: String? = nil,
        signingSecrets: [Secret] = [], headers: [ReceiverHeader] = [], routingKey: Secret? = nil
    ) {
        self.name = name
        self.type = type
        self.url = url
        self.otherURLs = otherURLs
        self.timeout = timeout
        self.sendsResolved = sendsResolved
        self.alerts = alerts
        self.caFile = caFile
        self.signingSecrets = signingSecrets
        self.headers = headers
        self.routingKey = routingKey
    }

    /// Every address that is configured.
    public var urls: [ReceiverURL] { [url] + otherURLs }

    /// The addresses that a notification goes to.
    public var toldURLs: [ReceiverURL] { type.tellsPresentState ? urls : [url] }

    /// What an operator should know of settings that are valid all the same; nil: nothing.
    public var warning: String? {
        urls.allSatisfy(\.isEncrypted)
            ? nil
            : "receiver \(name): alerts, and what is secret in its URL, go over http:// in the clear"
    }
}
