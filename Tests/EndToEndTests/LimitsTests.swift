import Foundation
import HTTP
import TestKit
import Testing

/// Limit answers of the API slow the polling: judged by the list of requests that came there.
@Suite(.fewAtATime)
struct LimitsTests {
    @Test func `each limit answer doubles the wait, and polls come less often afterwards`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "limit&count=2")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let page = try await exporter.metrics("two good polls after the limit") {
            $0.goodPolls() == 2
        }
        let requests = try await standIn.requests()
        #expect(requests.map(\.status) == [429, 429, 200, 200])
        let gaps = zip(requests, requests.dropFirst()).map { $1.time - $0.time }
        try #require(gaps.count == 3)
        // 1 s × 2 and × 4 from the answer on, with up to a tenth more.
        for (gap, wait) in zip(gaps, [2000, 4000]) {
            #expect(wait...wait * 11 / 10 + 1500 ~= gap, "\(gaps)")
        }
        // The interval, twice doubled, counts from when the request left.
        #expect(3900...6000 ~= gaps[2], "\(gaps)")
        #expect(page.failedPolls(because: "rate_limited") == 2)
        #expect(page.value("exchangerate_poll_interval_seconds", ["base": "USD"]) == 4)
        #expect(page.value("exchangerate_backoff_until_timestamp_seconds") == 0)
    }

    @Test func `nothing is asked before Retry-After has passed, and the pause is told`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "limit&count=1&retry_after=4")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let paused = try await exporter.metrics("the pause") {
            $0.failedPolls(because: "rate_limited") == 1
        }
        let limited = try #require(try await standIn.requests().first)
        let until = try #require(paused.value("exchangerate_backoff_until_timestamp_seconds"))
        #expect(4...5.5 ~= until - Double(limited.time) / 1000)
        let next = try #require(
            paused.value("exchangerate_next_poll_timestamp_seconds", ["base": "USD"]))
        #expect(abs(next - until) < 0.001)
        let isPaused = try await exporter.get("/").text.contains("paused")
        #expect(isPaused || Date.now.timeIntervalSince1970 > until)
        _ = try await exporter.metrics("polls go on") { $0.goodPolls() > 0 }
        let requests = try await standIn.requests()
        try #require(requests.count >= 2)
        let gap = requests[1].time - limited.time
        #expect(4000...5900 ~= gap)
    }

    @Test(arguments: ["0", "-5", "abc", "1e9", "Wed,%2021%20Oct%202015%2007:28:00%20GMT"])
    func `a Retry-After that makes no sense is survived`(text: String) async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "limit&count=1&retry_after=\(text)")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, pollKeys: ["max_backoff: 3s"]))
        _ = try await exporter.metrics("polls go on") { $0.goodPolls() > 0 }
        let requests = try await standIn.requests()
        try #require(requests.count >= 2)
        #expect(2000...4500 ~= requests[1].time - requests[0].time)
    }

    @Test func `where one base is limited, all wait, and then all go on`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, rates: ["USD": ["JPY"], "EUR": ["JPY"]]))
        _ = try await exporter.metrics("both are polled") {
            $0.goodPolls("USD") > 0 && $0.goodPolls("EUR") > 0
        }
        try await standIn.add(fault: "limit&base=EUR&count=1&retry_after=3")
        let paused = try await exporter.metrics("the pause") {
            $0.value("exchangerate_backoff_until_timestamp_seconds") ?? 0 > 0
        }
        #expect(paused.failedPolls("USD") == 0)
        _ = try await exporter.metrics("both go on") {
            $0.goodPolls("USD") > paused.goodPolls("USD")
                && $0.goodPolls("EUR") > paused.goodPolls("EUR")
        }
        let requests = try await standIn.requests()
        let limited = try #require(requests.first { $0.status == 429 })
        // The other base's request may have been under way when the answer came.
        let later = requests.filter { $0.time > limited.time + 500 }
        let first = try #require(later.first)
        #expect(first.time >= limited.time + 3000)
        #expect(first.path.contains("/EUR"), "who met the limit asks first")
    }

    @Test func `a spent quota pauses until the month ends, with a try now and then`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "quota&count=1")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, pollKeys: ["max_backoff: 3s"]))
        let paused = try await exporter.metrics("the pause") {
            $0.failedPolls(because: "quota_exceeded") == 1
        }
        let until = try #require(paused.value("exchangerate_backoff_until_timestamp_seconds"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let end = calendar.dateComponents(
            [.day, .hour, .minute, .second], from: Date(timeIntervalSince1970: until))
        #expect(end.day == 1 && end.hour == 0 && end.minute == 0 && end.second == 0)
        let after = try await exporter.metrics("the try was good") { $0.goodPolls() > 1 }
        #expect(after.value("exchangerate_backoff_until_timestamp_seconds") == 0)
        #expect(after.value("exchangerate_poll_interval_seconds", ["base": "USD"]) == 1)
        let requests = try await standIn.requests()
        try #require(requests.count >= 2)
        #expect(3000...4500 ~= requests[1].time - requests[0].time)
    }
}
