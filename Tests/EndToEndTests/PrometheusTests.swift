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
        let file = try exporter.folder.write(page.text, to: "page.txt")
        let promtool = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec \"$0\" check metrics < \"$1\"",
                try PrometheusProcess.path(of: "promtool"), file,
            ])
        #expect(await promtool.exitStatus() == 0)
        #expect(promtool.standardOutput == "")
        #expect(promtool.standardError == "")
    }

    @Test func `Prometheus scrapes the packed page and answers a query for a rate`() async throws {
        let page = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        let port = exporter.port
        let scrapes = Recorder<RawResponse>()
        let tap = try LoopbackServer { request in
            guard let connection = try? RawConnection(port: port) else { return [.reset] }
            connection.send(request.head + "\r\n\r\n")
            guard let response = try? connection.readResponse() else { return [.reset] }
            scrapes.note(response)
            let fields = response.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
            return [
                .send(Array("HTTP/1.1 \(response.status) OK\r\n\(fields)\r\n".utf8) + response.body)
            ]
        }
        defer { tap.stop() }
        let prometheus = try await PrometheusProcess(scraping: "127.0.0.1:\(tap.port)")
        let isUp = try await eventually(within: .seconds(30), every: .milliseconds(100)) {
            try await prometheus.query("up{job=\"exporter\"}").texts == ["1"]
        }
        #expect(isUp)
        let answer = try await prometheus.query("exchangerate_rate{base=\"USD\",quote=\"EUR\"}")
        #expect(answer.texts == [try #require(page.rate("EUR"))])
        #expect(answer.data.result.first?.metric["job"] == "exporter")
        #expect(tap.requests.first?.head.lowercased().contains("accept-encoding: gzip") == true)
        let scrape = try #require(scrapes.values.first)
        #expect(scrape["Content-Encoding"] == "gzip")
        #expect(scrape["Content-Length"] == "\(scrape.body.count)")
    }
}
