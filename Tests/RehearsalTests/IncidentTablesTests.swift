import Alerting
import Delivery
import Domain
import Freshness
import Polling
import TestKit
import Testing

@testable import Rehearsal

/// Each incident, long enough to page and too short for it.
@Suite(.leisurely, .skippedUnderSanitizer)
struct IncidentTablesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let incident: String
        let verdict: IncidentOutcome.Verdict
        /// Between these seconds after its start; nil for no page.
        var pagedAfter: ClosedRange<Double>?
        /// What fires, in its order.
        var fires: [AlertName] = []

        var from = "2025-12-23"

        var testDescription: String { incident }
    }

    /// Data is asked for every 5 min, and due after 20 min at most; a page follows 10 s later.
    private static let stale = 15.0 * 60...20 * 60 + 10

    @Test(arguments: [
        Case(
            incident: "freeze 2025-12-23T10:02Z 3h", verdict: .paged, pagedAfter: stale,
            fires: [.stale]),
        Case(incident: "freeze 2025-12-23T10:02Z 14m", verdict: .noneDue),
        // The market closes before the data is due, and answers tell so: it is due once it opens.
        Case(
            incident: "freeze 2025-12-19T21:50Z 60h", verdict: .paged,
            pagedAfter: 48 * 3600...49 * 3600, fires: [.stale], from: "2025-12-19"),
        Case(
            incident: "down 2025-12-23T10:02Z 3h", verdict: .paged, pagedAfter: stale,
            fires: [.stale]),
        Case(incident: "down 2025-12-23T10:02Z 14m", verdict: .noneDue),
        Case(
            incident: "slow 2025-12-23T10:02Z 3h 30s", verdict: .paged, pagedAfter: stale,
            fires: [.stale]),
        Case(incident: "slow 2025-12-23T10:02Z 3h 9s", verdict: .noneDue),
        // Two waits of at least 2 and 4 min lie between the three answers.
        Case(
            incident: "limit 2025-12-23T10:02Z 3h", verdict: .paged, pagedAfter: 360...15 * 60,
            fires: [.limited, .stale]),
        Case(incident: "limit 2025-12-23T10:02Z 4m", verdict: .noneDue),
        // The wait alone makes stale what is at hand.
        Case(
            incident: "limit 2025-12-23T10:02Z 3h 1h", verdict: .paged, pagedAfter: 60...310,
            fires: [.limited, .stale]),
        Case(
            incident: "quota 2025-12-23T10:02Z 3h", verdict: .paged, pagedAfter: 60...310,
            fires: [.limited, .stale]),
        Case(incident: "quota 2025-12-23T10:02Z 1m", verdict: .noneDue),
        Case(
            incident: "key 2025-12-23T10:02Z 3h", verdict: .paged, pagedAfter: 60...310,
            fires: [.keyRejected, .stale]),
        Case(incident: "key 2025-12-23T10:02Z 1m", verdict: .noneDue),
        Case(
            incident: "older 2025-12-23T10:02Z 3h 2d", verdict: .paged, pagedAfter: stale,
            fires: [.stale]),
        Case(incident: "older 2025-12-23T10:02Z 3h 10m", verdict: .noneDue),
        // 10 min more by `for`.
        Case(
            incident: "missing symbol 2025-12-23T10:02Z 3h EUR", verdict: .paged,
            pagedAfter: 25 * 60...30 * 60 + 10, fires: [.symbolStale]),
        Case(incident: "missing symbol 2025-12-23T10:02Z 20m EUR", verdict: .noneDue),
        Case(
            incident: "bad numbers 2025-12-23T10:02Z 3h JPY", verdict: .paged,
            pagedAfter: 25 * 60...30 * 60 + 10, fires: [.symbolStale]),
        Case(incident: "bad numbers 2025-12-23T10:02Z 20m JPY", verdict: .noneDue),
        Case(incident: "receiver down 2025-12-23T10:02Z 3h webhook", verdict: .noneDue),
        // While the market is closed, data may be as old as `live_closed`.
        Case(incident: "freeze 2025-12-20T12:00Z 1d", verdict: .noneDue, from: "2025-12-20"),
        Case(
            incident: "freeze 2025-12-20T12:00Z 2d", verdict: .paged,
            // 20 min after the opening on Sunday at 22:00.
            pagedAfter: 34 * 3600 + 1200...34 * 3600 + 1210, fires: [.stale], from: "2025-12-20"),
        Case(incident: "freeze 2025-12-24T23:50Z 3h", verdict: .noneDue),
    ])
    func `an incident pages on time, or not at all where it is over too soon`(
        example: Case
    ) async throws {
        let report = try await Example(
            from: example.from, to: "2025-12-25", incidents: [example.incident]
        ).run()
        let outcome = try #require(report.incidents.first)
        #expect(outcome.verdict == example.verdict)
        #expect(report.alerts.map { $0.alert.labels["alertname"] } == example.fires.map(\.rawValue))
        let pagedAfter = outcome.pagedAfter?.inSeconds
        if let expected = example.pagedAfter {
            #expect(pagedAfter.map(expected.contains) == true, "\(pagedAfter ?? -1)")
        } else {
            #expect(pagedAfter == nil)
        }
        #expect(report.isGood)
        #expect(report.deliveries.allSatisfy { !$0.isLoneResolve })
        #expect(report.alerts.allSatisfy { $0.alert.endsAt != nil })
    }

    @Test func `a fix that is left out pages after its grace`() async throws {
        let report = try await Example(
            from: "2025-12-08", to: "2025-12-11", interval: .seconds(3600),
            incidents: ["freeze 2025-12-09T12:00Z 1d"], feed: .daily
        ).run()
        // 16:00 in Frankfurt, 18 h of grace and the interval.
        #expect(report.alerts.map { $0.firedAt.iso8601 } == ["2025-12-10T10:00:00Z"])
        #expect(report.incidents.map(\.verdict) == [.paged])
    }

    @Test func `a receiver that is down is told late, and no incident is missed for it`()
        async throws
    {
        let report = try await Example(incidents: [
            "freeze 2025-12-23T10:00Z 1h", "receiver down 2025-12-23T09:00Z 5h webhook",
        ]).run()
        #expect(report.incidents.map(\.verdict) == [.paged, .noneDue])
        let pagedAfter = try #require(report.incidents.first?.pagedAfter)
        #expect(.seconds(4 * 3600)...(.seconds(4 * 3600 + 400)) ~= pagedAfter)
        #expect(report.deliveries.map { $0.notification.isFiring } == [false])
        #expect(report.deliveries.allSatisfy { !$0.isLoneResolve })
    }

    @Test func `of several receivers the one that answers is told on time`() async throws {
        let report = try await Example(
            incidents: [
                "freeze 2025-12-23T10:00Z 1h", "receiver down 2025-12-23T09:00Z 5h webhook",
            ], receivers: ReceiverType.allCases
        ).run()
        // Alertmanager, which groups by itself, is told at once.
        #expect(report.incidents.first?.pagedAfter == .seconds(1200))
        #expect(
            Set(report.deliveries.map(\.notification.receiver))
                == Set(ReceiverType.allCases.map(\.rawValue)))
    }

    @Test func `of two bases the one that stands still is told of`() async throws {
        let report = try await Example(
            bases: ["USD: EUR", "CHF: EUR"], incidents: ["freeze 2025-12-23T10:00Z 1h CHF"]
        ).run()
        #expect(report.alerts.map { $0.alert.labels["base"] } == ["CHF"])
        #expect(report.incidents.map(\.verdict) == [.paged])
    }
}
