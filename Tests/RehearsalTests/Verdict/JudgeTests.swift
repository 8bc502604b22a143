import Alerting
import Domain
import Freshness
import Testing

@testable import Rehearsal

/// What is missed, and what is too much, where the pipeline did not do its work.
struct JudgeTests {
    private static let freeze = "freeze 2025-12-23T10:00Z 3h"

    private static func alert(
        _ name: AlertName = .stale, base: String? = "USD", startsAt: String,
        endsAt: String? = nil
    ) throws -> Alert {
        var labels = ["alertname": name.rawValue, "severity": "critical"]
        labels["base"] = base
        return Alert(
            labels: labels, annotations: [:],
            startsAt: try #require(Timestamp(iso8601: startsAt)),
            endsAt: endsAt.flatMap { Timestamp(iso8601: $0) })
    }

    private static func log(_ alert: Alert, toldAt: String?) throws -> SimulationLog {
        var log = SimulationLog()
        log.noteFired(alert, at: alert.startsAt)
        guard let toldAt else { return log }
        log.noteDelivered(
            Notification(
                id: "1", receiver: "webhook", group: .stale, reason: .first,
                createdAt: alert.startsAt, alerts: [alert]),
            attempts: 1, at: try #require(Timestamp(iso8601: toldAt)))
        return log
    }

    private static func verdicts(
        _ incidents: [String], _ log: SimulationLog, alerts: AlertSettings = AlertSettings()
    ) throws -> [IncidentOutcome.Verdict] {
        let settings = try Example(incidents: incidents, alerts: alerts).settings()
        return RehearsalReport(settings, log: log).incidents.map(\.verdict)
    }

    @Test(arguments: [
        "freeze 2025-12-23T10:00Z 3h", "down 2025-12-23T10:00Z 3h", "slow 2025-12-23T10:00Z 3h 1m",
        "limit 2025-12-23T10:00Z 3h", "quota 2025-12-23T10:00Z 3h", "key 2025-12-23T10:00Z 3h",
        "older 2025-12-23T10:00Z 3h 2d", "missing symbol 2025-12-23T10:00Z 3h EUR",
        "bad numbers 2025-12-23T10:00Z 3h EUR",
    ])
    func `an incident of which nobody is told is missed`(incident: String) throws {
        #expect(try Self.verdicts([incident], SimulationLog()) == [.missed])
    }

    @Test func `an alert that no receiver took is missed`() throws {
        let alert = try Self.alert(startsAt: "2025-12-23T10:20:00Z")
        #expect(try Self.verdicts([Self.freeze], Self.log(alert, toldAt: nil)) == [.missed])
    }

    @Test func `a page that comes too late is missed`() throws {
        let alert = try Self.alert(startsAt: "2025-12-23T10:20:00Z")
        let onTime = try Self.log(alert, toldAt: "2025-12-23T10:21:10Z")
        #expect(try Self.verdicts([Self.freeze], onTime) == [.paged])
        let late = try Self.log(alert, toldAt: "2025-12-23T10:21:11Z")
        #expect(try Self.verdicts([Self.freeze], late) == [.missed])
    }

    @Test func `an alert of another base, or another name, is no page for it`() throws {
        for alert in [
            try Self.alert(base: "CHF", startsAt: "2025-12-23T10:20:00Z"),
            try Self.alert(.limited, base: nil, startsAt: "2025-12-23T10:20:00Z"),
        ] {
            let log = try Self.log(alert, toldAt: "2025-12-23T10:20:10Z")
            let settings = try Example(incidents: [Self.freeze]).settings()
            let report = RehearsalReport(settings, log: log)
            // No base CHF is hit, which all are: its name alone tells it apart.
            #expect(report.missedIncidents == 1)
            #expect(report.falsePages == 1)
        }
    }

    @Test(arguments: [
        ("2025-12-23T09:59:59Z", 1), ("2025-12-23T10:00:00Z", 0), ("2025-12-23T13:20:00Z", 0),
        ("2025-12-23T15:00:00Z", 1),
    ])
    func `a page before an incident, or long after it, is one without an incident`(
        startsAt: String, falsePages: Int
    ) throws {
        let log = try Self.log(try Self.alert(startsAt: startsAt), toldAt: startsAt)
        let settings = try Example(incidents: [Self.freeze]).settings()
        #expect(RehearsalReport(settings, log: log).falsePages == falsePages)
    }

    @Test func `a resolve of what a receiver never heard of is told apart`() throws {
        let alert = try Self.alert(
            startsAt: "2025-12-23T10:20:00Z", endsAt: "2025-12-23T13:05:00Z")
        let log = try Self.log(alert, toldAt: "2025-12-23T13:05:00Z")
        let report = RehearsalReport(
            try Example(incidents: [Self.freeze]).settings(), log: log)
        #expect(report.deliveries.map(\.isLoneResolve) == [true])
    }

    @Test func `what the rules do not ask for is not missed`() throws {
        var alerts = AlertSettings()
        alerts.stale.isEnabled = false
        #expect(try Self.verdicts([Self.freeze], SimulationLog(), alerts: alerts) == [.noneDue])
        alerts = AlertSettings()
        alerts.stale.holdFor = .seconds(3 * 3600)
        #expect(try Self.verdicts([Self.freeze], SimulationLog(), alerts: alerts) == [.noneDue])
    }

    @Test func `what is due after the end is not missed`() throws {
        let settings = try Example(to: "2025-12-23", incidents: ["down 2025-12-23T23:50Z 3h"])
            .settings()
        let report = RehearsalReport(settings, log: SimulationLog())
        #expect(report.incidents.map(\.verdict) == [.cut])
        #expect(report.isGood)
    }
}
