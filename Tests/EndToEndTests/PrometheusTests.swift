import Foundation
import HTTP
import TestKit
import Testing

/// The page, read by those it is for.
@Suite(.fewAtATime)
struct PrometheusTests {
    private let standIn: StandInProcess
    private let exporter: ExporterProcess

    init() async throws {
        standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
    }

    @Test func `promtool has nothing to say about the page`() async throws {
        let page = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        #expect(try await Self.promtoolFindings(page: Array(page.text.utf8), exporter) == "")
    }

    @Test func `Prometheus scrapes packed OpenMetrics and answers a query for a rate`()
        async throws
    {
        let page = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        let tap = try ScrapeTap(of: exporter.port)
        let prometheus = try await PrometheusProcess(scraping: tap.target)
        try await prometheus.awaitScrape(of: tap)
        let answer = try await prometheus.query("exchangerate_rate{base=\"USD\",quote=\"EUR\"}")
        #expect(answer.texts == [try #require(page.rate("EUR"))])
        #expect(answer.data.result.first?.metric["job"] == "exporter")
        #expect(tap.requests.first?.lowercased().contains("accept-encoding: gzip") == true)
        let scrape = try #require(tap.responses.first)
        #expect(
            scrape["Content-Type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(scrape["Content-Encoding"] == "gzip")
        #expect(scrape["Content-Length"] == "\(scrape.body.count)")
    }

    @Test func `Prometheus knows the types and the units`() async throws {
        let tap = try ScrapeTap(of: exporter.port)
        let prometheus = try await PrometheusProcess(scraping: tap.target)
        try await prometheus.awaitScrape(of: tap)
        let metadata = try await prometheus.metadata()
        #expect(metadata["exchangerate_polls"] == .init(type: "counter", unit: ""))
        #expect(metadata["exchangerate_rate"] == .init(type: "gauge", unit: ""))
        #expect(
            metadata["exchangerate_poll_duration_seconds"]
                == .init(type: "histogram", unit: "seconds"))
        #expect(metadata["exchangerate_exporter_build"] == .init(type: "info", unit: ""))
        #expect(metadata["process_resident_memory_bytes"] == .init(type: "gauge", unit: "bytes"))
    }

    /// An API whose texts try to break the page: quotes, backslashes, a line feed, and a NUL.
    private static func hostileAPI() throws -> LoopbackServer {
        let body = #"""
            {"result":"success","base":"USD","source":"li\"ve\\\n",
            "market_session":"a\"} 1\nx 1\u0000","timestamp":"2026-06-16T14:02:30Z",
            "data_updated_at":"2026-06-16T14:02:00Z",
            "rates":{"EUR":0.8625,"GBP":0.74,"JPY":157.2}}
            """#
        return try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
    }

    @Test func `Prometheus stores the same series from every format, whatever a source is called`()
        async throws
    {
        let api = try Self.hostileAPI()
        defer { api.stop() }
        var configuration = ExporterConfiguration(api: api.url)
        configuration.receivers = [
            ReceiverConfiguration(#""on\"call\\} \u00fc""#, url: "http://127.0.0.1:9")
        ]
        let exporter = try await ExporterProcess(configuration)
        let page = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        #expect(page.text.contains(#"source="li\"ve\\\n""#))
        #expect(page.text.contains(#"receiver="on\"call\\} ü""#))
        let taps = try [nil, "text/plain;version=0.0.4", "text/plain;version=1.0.0"].map {
            try ScrapeTap(of: exporter.port, accept: $0)
        }
        let prometheus = try await PrometheusProcess(scraping: taps.map(\.target))
        for tap in taps { try await prometheus.awaitScrape(of: tap) }
        #expect(
            taps.map { $0.responses.first?["Content-Type"] } == [
                "application/openmetrics-text; version=1.0.0; charset=utf-8",
                "text/plain; version=0.0.4; charset=utf-8",
                "text/plain; version=1.0.0; charset=utf-8; escaping=underscores",
            ])
        func series(_ tap: ScrapeTap) async throws -> Set<[String: String]> {
            let answer = try await prometheus.query(
                "{__name__=~\"exchangerate_.+|process_.+\",instance=\"\(tap.target)\"}")
            return Set(
                answer.data.result.map { $0.metric.filter { label, _ in label != "instance" } })
        }
        var all: [Set<[String: String]>] = []
        let isSame = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
            all = []
            for tap in taps { all.append(try await series(tap)) }
            return Set(all).count == 1
        }
        #expect(all[0].count > 50)
        #expect(
            isSame,
            "\(all[0].symmetricDifference(all[1])) \(all[0].symmetricDifference(all[2]))")
        let sources = try await prometheus.query("exchangerate_observation_info").data.result
            .map { $0.metric["source"] }
        #expect(sources == Array(repeating: "li\"ve\\\n", count: 3))
        // A bound is written in one way.
        let bounds = try await prometheus.query(
            "exchangerate_poll_duration_seconds_bucket{le='1.0'}")
        #expect(bounds.texts.count == 3)
        try await Self.readAllFormats(of: exporter, likePrometheus: all[0])
    }

    /// Lets all other readers read the pages of an exporter, whatever a source is called.
    ///
    /// - Parameter likePrometheus: the series that Prometheus made of them.
    private static func readAllFormats(
        of exporter: ExporterProcess, likePrometheus stored: Set<[String: String]>
    ) async throws {
        for (accept, syntax) in [
            ("text/plain;version=0.0.4", .prometheusText),
            ("text/plain;version=1.0.0", .prometheusText),
            ("application/openmetrics-text;version=1.0.0", .openMetrics),
        ] as [(String, ParsedExposition.Syntax)] {
            let page = try await exporter.get("/metrics", headers: ["Accept": accept]).body
            let strict = try ParsedExposition(page, as: syntax).families.flatMap(\.samples)
                .map(PythonReader.Sample.init)
            #expect(try await PythonReader.samples(of: page, as: syntax) == strict, "\(accept)")
            let series = strict.map { sample in
                // A label without a value is none to Prometheus.
                sample.labels.filter { !$0.value.isEmpty }.merging([
                    "__name__": sample.name, "job": "exporter",
                ]) { $1 }
            }
            let difference = stored.symmetricDifference(series)
            #expect(difference.isEmpty, "\(accept)")
            guard syntax == .prometheusText else { continue }
            #expect(try await promtoolFindings(page: page, exporter) == "", "\(accept)")
        }
    }

    /// What promtool has to say of a page.
    private static func promtoolFindings(
        page: [UInt8], _ exporter: ExporterProcess
    ) async throws -> String {
        let file = try exporter.folder.write(
            String(decoding: page, as: UTF8.self), to: "page.txt")
        let promtool = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec \"$0\" check metrics < \"$1\"",
                try PrometheusProcess.path(of: "promtool"), file,
            ])
        let status = await promtool.exitStatus()
        let findings = promtool.standardOutput + promtool.standardError
        return status == 0 ? findings : "\(findings) exit \(status ?? -1)"
    }
}
