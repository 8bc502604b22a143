import Domain
import Testing

@testable import Exporter

@Suite struct AlertConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var phase: AlertState.Phase = .firing
        var severity: String = "critical"
        var clearFor: Duration?
        var condition: AlertCondition

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "critical", condition: .firing),
        Case(name: "a severity of one's own", severity: "page", condition: .firing),
        Case(name: "no severity", severity: "", condition: .firing),
        Case(name: "warning", severity: "warning", condition: .firingCalmly),
        Case(name: "info", severity: "info", condition: .firingCalmly),
        Case(name: "held since just now", clearFor: .zero, condition: .clearing),
        Case(name: "held for long", clearFor: .seconds(299), condition: .clearing),
        Case(name: "pending", phase: .pending, condition: .pending),
    ]

    @Test(arguments: cases)
    func `an alert is judged by its phase, whether it is held, and its severity`(_ row: Case) {
        let alert = StatusPage.alert(
            .stale, "USD", phase: row.phase, severity: row.severity, clearFor: row.clearFor,
            summary: "", description: "")
        #expect(alert.state.map { AlertCondition(of: $0) } == row.condition)
    }

    @Test func `what wakes someone comes first, what is pending last`() {
        let order: [AlertCondition] = [.pending, .clearing, .firingCalmly, .firing]
        #expect(order.sorted() == order.reversed())
    }
}
