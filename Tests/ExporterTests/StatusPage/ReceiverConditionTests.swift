import Domain
import Testing

@testable import Exporter

@Suite struct ReceiverConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var waiting: [DeliveryFailure?] = []
        var dropped: UInt64 = 0
        var wasDelivered = true
        var isStopped = false
        var failing: DeliveryFailure?
        var address = "http://a, http://b"
        var condition: ReceiverCondition

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "new", wasDelivered: false, condition: .unused),
        Case(name: "worked", condition: .delivering),
        Case(name: "waits for its first try", waiting: [nil], condition: .sending),
        Case(name: "failed at the first of two", waiting: [.timeout, nil], condition: .failing),
        Case(name: "failed at the last of two", waiting: [nil, .timeout], condition: .failing),
        Case(name: "gave up, and worked", dropped: 1, condition: .dropping),
        Case(name: "gave up, and tries", waiting: [nil], dropped: 1, condition: .dropping),
        Case(name: "gave up, and fails", waiting: [.dns], dropped: 1, condition: .failing),
        Case(name: "one of two addresses took it", failing: .dns, condition: .partlyFailing),
        Case(
            name: "no address took it", waiting: [.dns], failing: .dns, condition: .failing),
        Case(
            name: "the only address took it, and takes nothing any more", failing: .dns,
            address: "http://b", condition: .failing),
        Case(name: "is gone, and nothing waits", isStopped: true, condition: .stopped),
        Case(
            name: "is gone, and what waits was never tried", waiting: [nil], isStopped: true,
            condition: .stopped),
        Case(name: "is gone", waiting: [.client], dropped: 1, isStopped: true, condition: .stopped),
    ]

    @Test(arguments: cases)
    func `a receiver is judged by what waits, and by what was given up`(_ row: Case) {
        var receiver =
            row.wasDelivered ? StatusPage.deliveringReceiver : StatusPage.receiver("oncall")
        receiver.counters.dropped = row.dropped
        receiver.isStopped = row.isStopped
        receiver.address = row.address
        receiver.failingAddresses = [row.failing].compactMap(\.self).map {
            ReceiverSnapshot.FailingAddress(address: "http://b", failure: $0)
        }
        receiver.waiting = row.waiting.map {
            StatusPage.waiting(.stale, age: .seconds(1), attempts: 1, lastFailure: $0)
        }
        #expect(ReceiverCondition(of: receiver) == row.condition)
    }
}
