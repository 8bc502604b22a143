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

    @Test(arguments: ["/metricsx", "/metrics/", "/-/nothing", "/favicon.ico", "/v1"])
    func `an unknown path is not found`(path: String) async throws {
        #expect(try await exporter.get(path).status == 404)
    }

    @Test(arguments: ["/metrics", "/", "/-/healthy", "/-/ready", "/api/v1/alerts"])
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
        "*/*", "text/html", "application/openmetrics-text;version=9.9.9",
        String(repeating: "x", count: 8000),
    ])
    func `whatever a client accepts, it gets the text format`(accepted: String) async throws {
        let response = try await exporter.get("/metrics", headers: ["Accept": accepted])
        #expect(response.status == 200)
        #expect(
            response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    }
}
