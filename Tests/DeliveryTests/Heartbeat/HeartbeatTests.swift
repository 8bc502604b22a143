import Domain
import Freshness
import HTTP
import Testing

@testable import Delivery

struct HeartbeatTests {
    /// Seconds after the example time at which pings leave, and what the log says meanwhile.
    private func run(
        interval: Double, until end: Double, latency: Double = 0,
        isUp: (Double) -> Bool = { _ in true }
    ) -> (pings: [Double], changes: [HeartbeatChange]) {
        var heartbeat = Heartbeat(
            settings: HeartbeatSettings(
                url: ReceiverSettings.example().url, interval: .seconds(interval)),
            version: "1.2.3", now: .example)
        var pings: [Double] = []
        var changes: [HeartbeatChange] = []
        while let deadline = heartbeat.deadline, deadline.seconds <= end {
            let now = Moment.after(deadline.seconds)
            guard heartbeat.begin(now: now) != nil else { break }
            pings.append(deadline.seconds)
            let change = heartbeat.settle(
                isDelivered: isUp(deadline.seconds), jitter: 0.5,
                now: now.advanced(by: .seconds(latency)))
            if let change { changes.append(change) }
        }
        return (pings, changes)
    }

    private func begin(_ heartbeat: inout Heartbeat, at now: Moment) -> Bool {
        heartbeat.begin(now: now) != nil
    }

    @Test func `pings leave at the beat of the interval`() {
        #expect(run(interval: 60, until: 200).pings == [0, 60, 120, 180])
        #expect(run(interval: 60, until: 200, latency: 9).pings == [0, 60, 120, 180])
        #expect(run(interval: 60, until: 200).changes.isEmpty)
    }

    @Test func `a ping that fails is tried again before the next one is due`() {
        let (pings, changes) = run(interval: 60, until: 130) { $0 >= 60 }
        #expect(pings == [0, 1, 6, 21, 60, 120])
        #expect(changes == [.failing, .recovered])
    }

    @Test func `what goes on failing is said once`() {
        let (pings, changes) = run(interval: 2, until: 8) { _ in false }
        #expect(pings == [0, 1, 2, 4, 6, 8])
        #expect(changes == [.failing])
    }

    @Test func `a ping that takes longer than the interval is followed by the next at once`() {
        #expect(run(interval: 1, until: 5, latency: 2.5).pings == [0, 1, 2, 3, 4, 5])
    }

    @Test func `one ping is under way at a time`() {
        var heartbeat = Heartbeat(
            settings: HeartbeatSettings(url: ReceiverSettings.example().url), version: "1",
            now: .example)
        #expect(begin(&heartbeat, at: .example))
        #expect(heartbeat.deadline == nil)
        #expect(!begin(&heartbeat, at: .after(600)))
        heartbeat.abandon()
        #expect(begin(&heartbeat, at: .after(600)))
    }

    @Test(arguments: [(1.0, 1.0), (60, 10)])
    func `a ping is a request without a body that ends in time`(
        interval: Double, timeout: Double
    ) throws {
        var heartbeat = Heartbeat(
            settings: HeartbeatSettings(
                url: ReceiverSettings.example().url, interval: .seconds(interval)),
            version: "1.2.3", now: .example)
        let sent = heartbeat.begin(now: .example)
        let request = try #require(sent)
        #expect(request.method == .get)
        #expect(request.url == ReceiverSettings.example().url.secret.reveal())
        #expect(request.headers["User-Agent"] == "exchangerate-exporter/1.2.3")
        #expect(request.timeout == .seconds(timeout))
        #expect(request.body.isEmpty)
    }

    @Test func `pages show the host alone, and the last success`() {
        var heartbeat = Heartbeat(
            settings: HeartbeatSettings(url: ReceiverSettings.example().url), version: "1",
            now: .example)
        _ = heartbeat.begin(now: .example)
        _ = heartbeat.settle(isDelivered: true, jitter: 0, now: .after(1))
        _ = heartbeat.begin(now: .after(60))
        _ = heartbeat.settle(isDelivered: false, jitter: 0, now: .after(61))
        #expect(
            heartbeat.snapshot
                == HeartbeatSnapshot(
                    address: "https://hooks.example:8443", interval: .seconds(60),
                    lastSuccessAt: Moment.after(1).timestamp, failures: 1))
    }
}
