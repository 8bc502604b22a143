import Foundation
import Freshness
import HTTP
import Synchronization
import TestKit
import Testing

/// Three exporters in a row: the first polls the API, each other one the one before it.
@Suite(.fewAtATime)
struct ExporterChainTests {
    private struct Reply: Decodable {
        enum CodingKeys: String, CodingKey {
            case pollInterval = "poll_interval"
            case isStale = "stale"
        }

        let pollInterval: Double
        let isStale: Bool
    }

    private static let live = 8.0

    @Test func `a chain is quiet with fresh data, and stale in its order once that stands still`()
        async throws
    {
        let api = try SteadyAPI()
        defer { api.stop() }
        var exporters: [ExporterProcess] = []
        for interval in ["1s", "2s", "3s"] {
            // The same configuration but for the address that is polled, and the interval.
            exporters.append(
                try await ExporterProcess(
                    ExporterConfiguration(
                        api: exporters.last?.url ?? api.url, interval: interval,
                        freshness: ["live: 8s", "live_closed: 8s"])))
        }
        let chain = Array(zip(exporters, [1.0, 3, 6]))
        for (exporter, interval) in chain {
            _ = try await exporter.metrics("data", within: .seconds(60)) {
                $0.rate("EUR") == "0.9245" && Self.stamp(of: $0) != nil
            }
            #expect(try await Self.reply(of: exporter).pollInterval == interval)
        }

        let polls = try await exporters[2].metrics().goodPolls()
        var arePollsDone = false
        while !arePollsDone {
            for exporter in exporters {
                let page = try await exporter.metrics()
                #expect(page.value("exchangerate_symbols_stale", ["base": "USD"]) == 0)
                if exporter === exporters[2] { arePollsDone = page.goodPolls() >= polls + 3 }
            }
            #expect(try await !Self.reply(of: exporters[2]).isStale)
        }

        let stamp = api.freeze()
        for (exporter, interval) in chain {
            let page = try await exporter.metrics("the last data", within: .seconds(60)) {
                Self.stamp(of: $0) == stamp
            }
            let due = page.value(
                "exchangerate_data_due_timestamp_seconds", ["base": "USD", "source": "live"])
            #expect(abs((due ?? 0) - (stamp + Self.live + interval)) < 0.002)
        }
        for (exporter, interval) in chain {
            let stale = try await exporter.metrics("stale data", within: .seconds(60)) {
                $0.value("exchangerate_data_stale", ["base": "USD"]) == 1
            }
            let age = Date.now.timeIntervalSince1970 - stamp
            #expect(age >= Self.live + interval, "of \(interval)")
            #expect(stale.failedPolls(because: "decode") == 0)
            #expect(try await Self.reply(of: exporter).isStale)
        }
        for exporter in exporters { await exporter.stop() }
    }

    @Test func `a chained exporter goes by TLS and a password, where the other one asks for them`()
        async throws
    {
        let api = try SteadyAPI()
        defer { api.stop() }
        let web = try await WebFolder()
        let first = try await ExporterProcess(
            ExporterConfiguration(api: api.url, interval: "2s"),
            flags: [web.write(WebFolder.users)])
        let folder = try TemporaryFolder()
        var configuration = ExporterConfiguration(api: first.url)
        let untrusting = try await ExporterProcess(configuration)
        _ = try await untrusting.metrics("no trust", within: .seconds(60)) {
            $0.failedPolls(because: "tls") > 0
        }
        configuration.apiKeys = ["ca_file: '\(web.authority.own.certificateFile)'"]
        let stranger = try await ExporterProcess(configuration)
        _ = try await stranger.metrics("a refusal", within: .seconds(60)) {
            $0.failedPolls(because: "unauthorized") > 0
        }
        let login = try folder.write(WebFolder.login + "\n", to: "login")
        configuration.apiKeys.append("basic_auth_file: '\(login)'")
        let second = try await ExporterProcess(configuration, in: folder)
        _ = try await second.metrics("rates", within: .seconds(60)) { $0.rate("JPY") == "157.32" }
        #expect(try await Self.reply(of: second).pollInterval == 3)
        #expect(!second.log.contains("hunter2"))
        for exporter in [untrusting, stranger, second, first] { await exporter.stop() }
    }

    private static func reply(of exporter: ExporterProcess) async throws -> Reply {
        let response = try await exporter.get("/v1/latest/USD?symbols=EUR")
        return try JSONDecoder().decode(Reply.self, from: Data(response.body))
    }

    private static func stamp(of page: MetricsText) -> Double? {
        page.value("exchangerate_rate_timestamp_seconds", ["base": "USD", "quote": "EUR"])
    }
}

/// The API with data of the present second, until it stands still.
private final class SteadyAPI: Sendable {
    private let server: LoopbackServer
    private let frozenAt: FrozenTime

    /// When its data stopped; a request that is being answered waits for the one who stops it.
    private final class FrozenTime: Sendable {
        private let second = Mutex<Int64?>(nil)

        var stamp: Int64 { second.withLock { $0 ?? Self.present } }

        func stop() -> Int64 {
            second.withLock { second in
                let now = Self.present
                second = now
                return now
            }
        }

        private static var present: Int64 { Int64(Date.now.timeIntervalSince1970) }
    }

    init() throws {
        let frozenAt = FrozenTime()
        self.frozenAt = frozenAt
        server = try LoopbackServer { _ in
            let stamp = Timestamp(seconds: frozenAt.stamp)?.iso8601 ?? ""
            let body = """
                {"result":"success","base":"USD","source":"live","market_session":"open",\
                "data_updated_at":"\(stamp)","rates":{"EUR":0.92450,"GBP":0.78910,"JPY":157.32}}
                """
            return [.send(answer(body))]
        }
    }

    var url: String { server.url }

    /// Lets its data stand still; gives the time of that data, in seconds since 1970.
    func freeze() -> Double { Double(frozenAt.stop()) }

    func stop() { server.stop() }
}
