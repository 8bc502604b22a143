import HTTP
import TestKit
import Testing

/// The pages on the wire.
@Suite(.fewAtATime)
struct ServedPagesTests {
    private let exporter: ExporterProcess

    init() async throws {
        exporter = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"))
    }

    @Test func `HEAD answers like GET without the body, on the same connection`() async throws {
        let connection = try RawConnection(port: exporter.port)
        connection.send("HEAD /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = try connection.readResponse(isForHead: true)
        connection.send("GET /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        let get = try connection.readResponse()
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(get.status == 200)
        #expect(head["Content-Length"] == "\(get.body.count)")
        connection.send("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try connection.readResponse(isForHead: true).status == 200)
    }

    @Test(arguments: ["/metricsx", "/metrics/", "/-/nothing", "/favicon.ico", "/v1", "/v1/latestx"])
    func `an unknown path is not found`(path: String) async throws {
        #expect(try await exporter.get(path).status == 404)
    }

    @Test(arguments: [
        "/metrics", "/", "/-/healthy", "/-/ready", "/api/v1/alerts", "/v1/latest", "/v1/latest/USD",
    ])
    func `another method on a known path is told what is allowed`(path: String) async throws {
        let response = try await Browser.send(.post, exporter.url + path)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET, HEAD")
    }

    @Test(arguments: [
        ("gzip", true), ("gzip, deflate", true), ("gzip;q=0", false), ("identity", false),
        ("br", false), ("*", true),
    ])
    func `the page is packed for who takes that, and its length is exact`(
        accepted: String, isPacked: Bool
    ) async throws {
        let connection = try RawConnection(port: exporter.port)
        connection.send(
            "GET /metrics HTTP/1.1\r\nHost: x\r\nAccept-Encoding: \(accepted)\r\n\r\n"
                + "GET /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        let page = try connection.readResponse()
        #expect(page["Content-Length"] == "\(page.body.count)")
        #expect(page["Content-Encoding"] == (isPacked ? "gzip" : nil))
        // The magic number of gzip (RFC 1952, 2.3.1).
        #expect(page.body.starts(with: [0x1F, 0x8B]) == isPacked)
        #expect(page["Vary"] == "Accept, Accept-Encoding")
        // A wrong length would let this answer begin somewhere else.
        #expect(try connection.readResponse().status == 200)
    }

    @Test func `a packed page unfolds to the text`() async throws {
        let response = try await exporter.get("/metrics", headers: ["Accept-Encoding": "gzip"])
        #expect(response.headers["Content-Encoding"] == "gzip")
        #expect(response.text.hasPrefix("# HELP "))
        #expect(response.text.hasSuffix("\n"))
    }

    @Test(arguments: [
        nil, "*/*", "text/html", "application/openmetrics-text;version=9.9.9",
        String(repeating: "x", count: 8000), String(repeating: ",;\"", count: 2700),
    ])
    func `whatever a client accepts, it gets the text format`(accepted: String?) async throws {
        let response = try await exporter.get(
            "/metrics", headers: accepted.map { ["Accept": $0] } ?? [:])
        #expect(response.status == 200)
        #expect(
            response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    }

    struct Format: Sendable {
        var accept: String
        var contentType: String
        var syntax: ParsedExposition.Syntax
    }

    static let formats = [
        Format(
            accept: "text/plain;version=0.0.4",
            contentType: "text/plain; version=0.0.4; charset=utf-8", syntax: .prometheusText),
        Format(
            accept: "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3, text/plain;q=0.2",
            contentType: "text/plain; version=1.0.0; charset=utf-8; escaping=allow-utf-8",
            syntax: .prometheusText),
        Format(
            accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5",
            contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
            syntax: .openMetrics),
    ]

    @Test(arguments: formats, ["gzip", "identity"])
    func `each format is good by the letter, and its length is exact`(
        format: Format, coding: String
    ) async throws {
        let headers = ["Accept": format.accept, "Accept-Encoding": coding]
        let connection = try RawConnection(port: exporter.port)
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        connection.send(
            "GET /metrics HTTP/1.1\r\nHost: x\r\n\(lines)\r\n"
                + "GET /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        let page = try connection.readResponse()
        #expect(page.status == 200)
        #expect(page["Content-Type"] == format.contentType)
        #expect(page["Content-Length"] == "\(page.body.count)")
        #expect(page["Content-Encoding"] == (coding == "gzip" ? coding : nil))
        #expect(page["Vary"] == "Accept, Accept-Encoding")
        // A wrong length would let this answer begin somewhere else.
        #expect(try connection.readResponse().status == 200)
        let unfolded = try await exporter.get("/metrics", headers: headers)
        let families = try ParsedExposition(unfolded.body, as: format.syntax).families
        #expect(families.count > 20)
    }
}
