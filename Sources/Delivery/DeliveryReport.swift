/// How a try ended, for the outbox and for people.
public struct DeliveryReport: Sendable, Hashable {
    public var verdict: DeliveryVerdict
    /// What came back, in one short line without the URL and without anything of the body.
    public var detail: String
    /// How many bodies, from the first, the receiver has taken by now.
    public var deliveredBodies: Int

    /// Makes a report.
    public init(verdict: DeliveryVerdict, detail: String, deliveredBodies: Int) {
        self.verdict = verdict
        self.detail = detail
        self.deliveredBodies = deliveredBodies
    }
}
