public import Domain

/// When alerts fire and how they are grouped: the keys under `alerts`.
public struct AlertSettings: Sendable, Hashable {
    /// The settings of one rule.
    public struct Rule: Sendable, Hashable {
        public var isEnabled: Bool
        public var severity: String
        /// How long the condition must hold before the alert fires.
        public var holdFor: Duration
        /// How long the alert still fires after the condition has cleared.
        public var keepFiringFor: Duration

        /// Makes settings.
        public init(
            isEnabled: Bool = true, severity: String, holdFor: Duration = .zero,
            keepFiringFor: Duration
        ) {
            self.isEnabled = isEnabled
            self.severity = severity
            self.holdFor = holdFor
            self.keepFiringFor = keepFiringFor
        }
    }

    /// Added to every alert.
    public var labels: [String: String] = [:]
    public var stale = Rule(severity: "critical", keepFiringFor: .seconds(300))
    public var symbolStale = Rule(
        severity: "warning", holdFor: .seconds(600), keepFiringFor: .seconds(300))
    public var limited = Rule(severity: "warning", keepFiringFor: .seconds(300))
    public var keyRejected = Rule(severity: "critical", keepFiringFor: .zero)
    /// How many of the last answers must be limit answers.
    public var limitCount = 3
    /// How many of the last answers count.
    public var limitWindow = 10
    public var groupWait: Duration = .seconds(10)
    public var groupInterval: Duration = .seconds(60)
    public var repeatInterval: Duration = .seconds(4 * 3600)
    /// An undelivered notification is dropped after this.
    public var giveUpAfter: Duration = .seconds(72 * 3600)

    /// Makes the settings in force where nothing is configured.
    public init() {}

    /// The settings of the rule behind an alert.
    public subscript(name: AlertName) -> Rule {
        switch name {
        case .stale: stale
        case .symbolStale: symbolStale
        case .limited: limited
        case .keyRejected: keyRejected
        }
    }
}
