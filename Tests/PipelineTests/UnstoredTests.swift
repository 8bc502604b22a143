import Delivery
import Domain
import Testing

@testable import Pipeline

struct UnstoredTests {
    private func item(_ id: String) -> OutboxItem {
        OutboxItem(
            notification: Notification(
                id: id, receiver: "oncall", group: .stale, reason: .first, createdAt: .example,
                alerts: []),
            receiverType: "webhook", bodies: [[]])
    }

    @Test func `what comes while a write is under way waits for the next one`() {
        var unstored = Unstored()
        unstored.add(notifications: ["early"], feeds: [])
        unstored.beginWrite()
        unstored.add(notifications: ["late"], feeds: [])
        #expect(unstored.holds(item("early")))
        unstored.endWrite()
        #expect(!unstored.holds(item("early")))
        #expect(unstored.holds(item("late")))
    }

    @Test func `nothing is kept of what another took the place of before it was written`() {
        var unstored = Unstored()
        unstored.add(notifications: ["replaced"], feeds: ["cluster"])
        unstored.add(notifications: ["its successor"], feeds: ["cluster"])
        unstored.beginWrite()
        unstored.endWrite()
        #expect(unstored == Unstored())
    }
}
