import Foundation
import TestKit
import Testing

/// Requests to the API that are cut and garbled at any byte of them.
@Suite(.fewAtATime)
struct WireRequestsTests {
    @Test func `what the API says to a garbled request is taken for the base that was asked for`()
        async throws
    {
        let sample = try WireSample(standard: 1200)
        print("wire test of requests: \(sample.text)")
        let begin = ContinuousClock.now
        let standIn = try await StandInProcess(["--log=none"])
        let requests = WireRequests(sample: sample, standIn: standIn.port)
        let proxy = try WireProxy(requests.plan)
        defer { proxy.stop() }
        let exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: proxy.url, apiKeys: ["timeout: 600ms"], pollKeys: ["max_interval: 1s"],
                rates: ["USD": ["EUR"]], moreBases: WireRequests.bases),
            flags: ["--log.level=debug", "--storage.path="])
        var audit = PollAudit(timeout: .milliseconds(600))
        let isDone = try await eventually(within: sample.patience, every: .milliseconds(250)) {
            audit.note(try await exporter.metrics())
            return requests.isDone
        }
        try #require(isDone, "each fault has its turn: \(sample.text)")
        try await audit.conclude(
            after: proxy.count, bases: WireRequests.bases.count + 1, of: proxy, exporter)
        print("wire test of requests: \(audit) in \(ContinuousClock.now - begin)")
        #expect(audit.violations.isEmpty, "\(sample.text)")
        for violation in audit.violations.prefix(20) { Issue.record("\(violation)") }
        #expect(audit.faults >= min(sample.count ?? 1000, 1000) / 3)
    }
}
