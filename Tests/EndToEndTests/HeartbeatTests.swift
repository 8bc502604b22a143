import Foundation
import HTTP
import TestKit
import Testing

/// The dead-man switch.
@Suite(.fewAtATime)
struct HeartbeatTests {
    private static func configuration(
        _ api: String, _ beat: AnsweringReceiver
    ) -> ExporterConfiguration {
        var configuration = ExporterConfiguration(api: api)
        configuration.heartbeat = ["url: \(beat.url)/s3cr3t", "interval: 1s"]
        return configuration
    }

    @Test func `it is pinged again and again, and its path is shown nowhere`() async throws {
        let standIn = try await StandInProcess()
        let beat = try AnsweringReceiver { _ in .init(status: 200) }
        let exporter = try await ExporterProcess(
            Self.configuration(standIn.url, beat), flags: ["--log.level=debug"])
        let pings = try await beat.posts(3)
        #expect(
            pings.map(\.line) == Array(repeating: "GET /hook/s3cr3t HTTP/1.1", count: pings.count))
        #expect(pings.map(\.body).joined().isEmpty)
        var shown = exporter.log
        for path in ["/", "/metrics", "/api/v1/alerts"] {
            shown += try await exporter.get(path).text
        }
        #expect(shown.contains("lastSuccess"))
        #expect(!shown.contains("s3cr3t"))
        await exporter.stop()
    }

    @Test func `it is pinged while the API hangs, since alerts are judged all the same`()
        async throws
    {
        let api = try LoopbackServer { _ in [.hang] }
        defer { api.stop() }
        let beat = try AnsweringReceiver { _ in .init(status: 204) }
        let exporter = try await ExporterProcess(Self.configuration(api.url, beat))
        _ = try await beat.posts(4)
        await exporter.stop()
    }

    @Test func `a failure is said once, and so is that pings are taken again`() async throws {
        let standIn = try await StandInProcess()
        let beat = try AnsweringReceiver { _ in .init(status: 500) }
        let exporter = try await ExporterProcess(Self.configuration(standIn.url, beat))
        _ = try await beat.posts(4)
        beat.answer { _ in .init(status: 200) }
        _ = try await beat.posts(2) { $0.status == 200 }
        let told = { (text: String) in exporter.log.components(separatedBy: text).count - 1 }
        #expect(await eventually { told("takes pings again") == 1 })
        #expect(told("does not take pings") == 1)
        await exporter.stop()
    }
}

extension AnsweringReceiver.Post {
    /// The first line of the request.
    fileprivate var line: String { String(head.prefix { $0 != "\r\n" }) }
}
