import Foundation
import TestKit
import Testing

/// A month among hostile peers: nothing grows, nothing is lost, nothing is told twice.
@Suite(.fewAtATime)
struct SoakTests {
    @Test func `a month among hostile peers leaves a daemon as it was, and everything told`()
        async throws
    {
        let days = try Self.number("SOAK_DAYS") ?? 0.5
        let seed = try DrawnSeed("SOAK_SEED").value
        print("soak: SOAK_SEED=\(seed) SOAK_DAYS=\(days)")
        let begin = ContinuousClock.now
        var soak = try await Soak(seed: seed)
        try await soak.run(hours: max(1, Int(days * 24)))
        try await soak.settle()
        let report = SoakReport(samples: soak.samples)
        let violations = try await soak.violations()
        let transcript = violations.isEmpty ? "" : try soak.transcript()
        print(
            """
            \(report)
            soak: \(soak.requestCount) requests of \(soak.allowedRequests), \(try soak.episodeCount()) alerts, \
            \(soak.restless) steps without rest, in \(ContinuousClock.now - begin)
            """)
        #expect(violations.isEmpty, "SOAK_SEED=\(seed)\n\(transcript)")
        #expect(soak.requestCount <= soak.allowedRequests, "SOAK_SEED=\(seed)")
        // What has not had the time to reach its size shows no trend.
        guard days >= 20 else { return }
        #expect(report.growth.isEmpty, "SOAK_SEED=\(seed)")
        #expect(try soak.episodeCount() > Int(days))
    }

    private static func number(_ variable: String) throws -> Double? {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
        let number: Double = try #require(Double(text), "\(variable) must be a number")
        return number
    }
}
