import Foundation
import HTTP
import TestKit
import Testing

/// What a run leaves to the next one, however it ended.
@Suite(.fewAtATime)
struct RestartTests {
    /// How a run ends.
    enum Ending: String, CaseIterable, CustomTestStringConvertible {
        case stopped
        case killed

        var testDescription: String { rawValue }

        func end(_ exporter: ExporterProcess) async {
            switch self {
            case .stopped: await exporter.stop()
            case .killed: await exporter.kill()
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func `a restart polls no sooner than the run before it would have`(
        ending: Ending
    ) async throws {
        let standIn = try await StandInProcess()
        let configuration = ExporterConfiguration(api: standIn.url, interval: "3s")
        let first = try await ExporterProcess(configuration)
        try await Self.waitForRequests(2, at: standIn)
        await ending.end(first)
        let second = try await ExporterProcess(configuration, in: first.folder)
        #expect(try await second.metrics().value("exchangerate_month_requests") == 2)
        try await Self.waitForRequests(3, at: standIn)
        let requests = try await standIn.requests()
        // Counted from the attempt, which is stored before it leaves.
        #expect(requests[2].time - requests[1].time >= 2700, "\(second.log)")
        let page = try await second.metrics()
        #expect(page.value("exchangerate_month_requests") == 3)
        #expect(page.value("exchangerate_polls_total", ["base": "USD"]) == 1)
    }

    @Test func `runs that never come to a good poll ask no more often together`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "hang")
        let configuration = ExporterConfiguration(
            api: standIn.url, interval: "5m", pollKeys: ["max_backoff: 1m"])
        let folder = try TemporaryFolder()
        for _ in 0..<4 {
            let exporter = try await ExporterProcess(configuration, in: folder)
            try await Self.waitForRequests(1, at: standIn)
            await exporter.kill()
        }
        #expect(try await standIn.requests().count == 1)
    }

    @Test(arguments: Ending.allCases)
    func `a pause after a limit answer holds over a restart`(ending: Ending) async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "slow&delay=1s&count=1")
        try await standIn.add(fault: "limit&retry_after=6&count=1")
        let configuration = ExporterConfiguration(api: standIn.url)
        let first = try await ExporterProcess(configuration)
        try await Self.waitForRequests(1, at: standIn)
        // The attempt is stored before it is sent, so what is stored next is the answer.
        let log = first.folder.path(of: "state/state.sqlite-wal")
        let size = try Self.size(of: log)
        let paused = try await first.metrics("the pause") {
            $0.value("exchangerate_backoff_until_timestamp_seconds") ?? 0 > 0
        }
        let isStored = try await eventually { try Self.size(of: log) > size }
        #expect(isStored)
        await ending.end(first)
        let second = try await ExporterProcess(configuration, in: first.folder)
        let until = "exchangerate_backoff_until_timestamp_seconds"
        let difference =
            try #require(try await second.metrics().value(until))
            - (try #require(paused.value(until)))
        #expect(abs(difference) < 0.01)
        _ = try await second.metrics("polls go on") { $0.goodPolls() > 0 }
        let requests = try await standIn.requests()
        // The answer left a second after its request had come.
        try #require(requests.count >= 2)
        #expect(requests[1].time - requests[0].time >= 7000)
    }

    @Test(arguments: Ending.allCases)
    func `readings are there at once after a restart, and age, while the API is down`(
        ending: Ending
    ) async throws {
        let standIn = try await StandInProcess(port: ReservedPort().port)
        let configuration = ExporterConfiguration(api: standIn.url)
        let first = try await ExporterProcess(configuration)
        // The second request leaves after the first answer has been stored.
        try await Self.waitForRequests(2, at: standIn)
        await standIn.stop()
        let before = try await first.metrics()
        await ending.end(first)
        let second = try await ExporterProcess(configuration, in: first.folder)
        let page = try await second.metrics()
        #expect(page.series("exchangerate_rate") == before.series("exchangerate_rate"))
        #expect(page.series("exchangerate_rate").count == 3)
        #expect(try await second.get("/-/ready").status == 200)
        let age = try #require(Self.age(of: page))
        #expect(age >= Self.age(of: before) ?? 0)
        _ = try await second.metrics("it ages") { Self.age(of: $0) ?? 0 >= age + 1 }
        let success = "exchangerate_last_success_timestamp_seconds"
        #expect(page.value(success, ["base": "USD"]) != nil)
    }

    @Test func `another API voids the pause`() async throws {
        let limited = try await StandInProcess()
        try await limited.add(fault: "limit&retry_after=3600")
        let first = try await ExporterProcess(ExporterConfiguration(api: limited.url))
        _ = try await first.metrics("the pause") {
            $0.value("exchangerate_backoff_until_timestamp_seconds") ?? 0 > 0
        }
        await first.stop()
        let other = try await StandInProcess()
        let second = try await ExporterProcess(
            ExporterConfiguration(api: other.url), in: first.folder)
        let page = try await second.metrics("a good poll") { $0.goodPolls() > 0 }
        #expect(page.value("exchangerate_month_requests") ?? 0 >= 2)
    }

    private static func age(of page: MetricsText) -> Double? {
        page.value("exchangerate_data_age_seconds", ["base": "USD", "source": "live"])
    }

    private static func size(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.size] as? Int)
    }

    private static func waitForRequests(_ count: Int, at standIn: StandInProcess) async throws {
        let have = try await eventually(every: .milliseconds(20)) {
            try await standIn.requests().count >= count
        }
        try #require(have, "\(count) requests")
    }
}
