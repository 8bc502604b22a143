import Domain
import Testing

@testable import Exporter

@Suite struct ReceiverConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var waiting: [DeliveryFailure?] = []
        var dropped: UInt64 = 0
        var wasDelivered = true
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
    ]

    @Test(arguments: cases)
    func `a receiver is judged by what waits, and by what was given up`(_ row: Case) {
        var receiver =
            row.wasDelivered ? StatusPage.deliveringReceiver : StatusPage.receiver("oncall")
        receiver.counters.dropped = row.dropped
        receiver.waiting = row.waiting.map {
            StatusPage.waiting(.stale, age: .seconds(1), attempts: 1, lastFailure: $0)
        }
        #expect(ReceiverCondition(of: receiver) == row.condition)
    }
}
