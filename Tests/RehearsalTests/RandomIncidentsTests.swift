import Delivery
import Domain
import Foundation
import Freshness
import TestKit
import Testing

@testable import Rehearsal

/// Incidents at random, several at once: `REHEARSAL_SEEDS` says how many times, 6 where unset.
@Suite(.leisurely, .skippedUnderSanitizer)
struct RandomIncidentsTests {
    private static let count =
        ProcessInfo.processInfo.environment["REHEARSAL_SEEDS"].flatMap { UInt64($0) } ?? 6

    @Test(arguments: 1...count)
    func `no page comes without an incident, none is missed, and no resolve comes alone`(
        seed: UInt64
    ) async throws {
        let example = Self.example(seed: seed)
        let report = try await example.run()
        #expect(report.falsePages == 0, "\(example)")
        #expect(report.missedIncidents == 0, "\(example)")
        #expect(report.deliveries.allSatisfy { !$0.isLoneResolve }, "\(example)")
        #expect(report.dropped.isEmpty, "\(example)")
        // What is over is told as over: a day without incidents ends it.
        #expect(report.alerts.allSatisfy { $0.alert.endsAt != nil }, "\(example)")
    }

    private static func example(seed: UInt64) -> Example {
        var random = SplitMix(seed: seed)
        var example = Example(from: "2025-12-20", to: "2026-01-05", seed: seed)
        example.bases =
            [["USD: EUR GBP JPY"], ["USD: EUR", "CHF: EUR IDR"], ["EUR: IDR"]]
            .randomElement(using: &random) ?? []
        example.interval = .seconds([600, 900, 3600].randomElement(using: &random) ?? 300)
        example.receivers =
            [[.webhook], [.webhook, .pagerduty], [.alertmanager, .slack]]
            .randomElement(using: &random) ?? []
        example.incidents = (0..<Int.random(in: 1...8, using: &random)).map { _ in
            incident(in: example, random: &random)
        }
        return example
    }

    private static func incident(in example: Example, random: inout SplitMix) -> String {
        let kind = IncidentKind.allCases.randomElement(using: &random) ?? .down
        let base = example.bases.randomElement(using: &random) ?? ""
        let minute = Int.random(in: 0..<11 * 24 * 60, using: &random)
        let start = (Timestamp(iso8601: "2025-12-20") ?? .epoch) + .seconds(minute * 60)
        let longest = Bool.random(using: &random) ? 240 : 2880
        var words = [
            kind.rawValue, start.iso8601, "\(Int.random(in: 1...longest, using: &random))m",
        ]
        for parameter in kind.parameters {
            switch parameter {
            case .base:
                if kind.effect == .ageing, Bool.random(using: &random) {
                    words.append("base=\(base.prefix(3))")
                }
            case .symbol: words.append("symbol=\(base.suffix(3))")
            case .receiver:
                words.append(example.receivers.randomElement(using: &random)?.rawValue ?? "")
            case .delay: words.append("delay=\(Int.random(in: 1...60, using: &random))s")
            case .by: words.append("by=\(Int.random(in: 1...3000, using: &random))m")
            case .retryAfter:
                if Bool.random(using: &random) {
                    words.append("retry_after=\(Int.random(in: 1...600, using: &random))m")
                }
            }
        }
        return words.joined(separator: " ")
    }
}
