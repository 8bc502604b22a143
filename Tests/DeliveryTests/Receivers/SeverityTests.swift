import Domain
import Testing

@testable import Delivery

struct SeverityTests {
    @Test(arguments: [
        ("critical" as String?, Severity.critical), ("error", .error), ("warning", .warning),
        ("info", .info),
        ("CRITICAL", .critical), ("Warning", .warning), ("page", .error), ("", .error),
        (nil, .error),
    ])
    func `a label is one of four words, or an error`(label: String?, severity: Severity) {
        var alert = Alert.example()
        alert.labels["severity"] = label
        #expect(Severity(of: alert) == severity)
    }

    @Test(arguments: [
        ([("warning", nil as Double?), ("critical", 60.0)], Severity.warning),
        ([("warning", 60.0), ("critical", 60.0)], .critical),
        ([("info", nil), ("odd", nil), ("warning", nil)], .error),
        ([], .error),
    ])
    func `the worst of what fires counts, else of what ended`(
        alerts: [(label: String, endsAt: Double?)], severity: Severity
    ) {
        let alerts = alerts.map { label, endsAt in
            var alert = Alert.example(endsAt: endsAt)
            alert.labels["severity"] = label
            return alert
        }
        #expect(Severity(of: alerts) == severity)
    }
}
