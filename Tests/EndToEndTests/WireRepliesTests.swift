import Foundation
import Synchronization
import TestKit
import Testing

/// Replies of the API that are cut, held up, garbled and mixed up at any byte of them.
///
/// `WIRE_FAULTS` says how many, and `WIRE_SEED` which ones.
@Suite(.fewAtATime)
struct WireRepliesTests {
    private static let timeout = Duration.milliseconds(600)
    /// The bases of each form.
    private static let width = 12

    @Test func `each reply is taken as its bytes say, or is one failure for the right reason`()
        async throws
    {
        let sample = try WireSample(standard: 1200)
        print("wire test of replies: \(sample.text)")
        let replies = try WireReplies(sample: sample, width: Self.width)
        let proxy = try WireProxy(replies.plan)
        defer { proxy.stop() }
        let exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: proxy.url, apiKeys: ["timeout: 600ms"], pollKeys: ["max_interval: 1s"],
                rates: ["USD": ["EUR"]], moreBases: replies.bases),
            flags: ["--log.level=debug", "--storage.path="])
        var audit = PollAudit(timeout: Self.timeout)
        let begin = ContinuousClock.now
        let isDone = try await eventually(within: sample.patience, every: .milliseconds(250)) {
            audit.note(try await exporter.metrics())
            return replies.isDone
        }
        try #require(isDone, "each fault has its turn: \(sample.text)")
        try await audit.conclude(
            after: replies.count, bases: replies.bases.count + 1, of: proxy, exporter)
        print("wire test of replies: \(audit) in \(ContinuousClock.now - begin)")
        #expect(audit.violations.isEmpty, "\(sample.text)")
        for violation in audit.violations.prefix(20) { Issue.record("\(violation)") }
        #expect(audit.faults >= min(sample.count ?? 1000, 1000) * 9 / 10)
    }
}
