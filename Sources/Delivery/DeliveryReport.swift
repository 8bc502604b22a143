/// How a try ended, for the outbox and for people.
public struct DeliveryReport: Sendable, Hashable {
    public var verdict: DeliveryVerdict
    /// What came back, in one short line without the URL and without anything of the body.
    public var detail: String

    /// Makes a report.
    public init(verdict: DeliveryVerdict, detail: String) {
        self.verdict = verdict
        self.detail = detail
    }
}
