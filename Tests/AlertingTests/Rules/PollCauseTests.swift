import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Alerting

struct PollCauseTests {
    /// Data that was to be there by 700 s, and so is due by 1000 s where each poll comes 300 s after
    /// the other; and what is said where the last poll was good.
    @Test(
        arguments: [
            (polledAfter: 699, says: "Nobody has asked since 2026-06-16T14:11:39Z"),
            (polledAfter: 700, says: "ask the provider whether its feed stands still"),
            (polledAfter: 999, says: "ask the provider whether its feed stands still"),
            (polledAfter: nil, says: "ask the provider whether its feed stands still"),
        ] as [(polledAfter: Int?, says: String)])
    func `the provider is blamed only where it was asked since newer data was to be there`(
        polledAfter: Int?, says: String
    ) {
        var base = BaseSnapshot.example([("EUR", "live", 1000)], result: .good)
        base.ownInterval = .seconds(300)
        base.lastPollAt = polledAfter.map { Moment.after($0).timestamp }
        let dueAt = Moment.after(1000).timestamp
        #expect(PollCause.sentence(for: base, dueAt: dueAt).contains(says))
    }

    @Test func `a poll that failed is what is told`() {
        var base = BaseSnapshot.example([("EUR", "live", 1000)], result: .failed(.tls))
        base.lastPollAt = Moment.after(0).timestamp
        let sentence = PollCause.sentence(for: base, dueAt: Moment.after(1000).timestamp)
        #expect(sentence.hasPrefix("The last poll failed: the TLS handshake"))
    }
}
