import Foundation
import HTTP
import TestKit
import Testing

/// Every path by every method, against the table of them.
@Suite(.fewAtATime)
struct PathsAndMethodsTests {
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW",
        "get",
    ]

    /// An answer that was counted.
    private struct Counted: Hashable {
        let handler: String
        let status: Int
    }

    /// A daemon of the table.
    struct Variant: Sendable, CustomTestStringConvertible {
        var hasUsers: Bool
        var isLifecycleEnabled: Bool

        var testDescription: String {
            (hasUsers ? "with users" : "open")
                + (isLifecycleEnabled ? ", with lifecycle" : ", without lifecycle")
        }

        static let all = [false, true].flatMap { hasUsers in
            [false, true].map { Variant(hasUsers: hasUsers, isLifecycleEnabled: $0) }
        }
    }

    @Test(arguments: Variant.all)
    func `every path answers every method as its documentation has it`(
        variant: Variant
    ) async throws {
        let (exporter, web) = try await Self.exporter(variant)
        let login = "Authorization: Basic \(Data(WebFolder.login.utf8).base64EncodedString())\r\n"
        var counted: [Counted: Double] = [:]
        for path in ServedPath.all(isLifecycleEnabled: variant.isLifecycleEnabled) {
            for method in Self.methods {
                for headers in variant.hasUsers ? ["", login] : [""] {
                    let isRefused = variant.hasUsers && headers.isEmpty && !path.isOpen
                    let answer = try Self.ask(exporter, method, path, headers)
                    try Self.expect(
                        answer, to: method, of: path, isRefused: isRefused,
                        connection: "\(variant.testDescription): \(method) \(path.target)")
                    counted[Counted(handler: path.handler, status: answer.status), default: 0] += 1
                }
            }
        }
        #expect(counted.count > 15)
        try await Self.expect(counted, on: exporter, headers: variant.hasUsers ? login : "")
        withExtendedLifetime(web) {}
        await exporter.stop()
    }

    /// A daemon that has its rates, and whose pages change no more but for their ages.
    private static func exporter(
        _ variant: Variant
    ) async throws -> (ExporterProcess, [any Sendable]) {
        let standIn = try await StandInProcess()
        let web = try await WebFolder()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "5m"),
            flags: (variant.hasUsers ? [try web.write(tlsKeys: nil, WebFolder.users)] : [])
                + (variant.isLifecycleEnabled ? ["--web.enable-lifecycle"] : []))
        let isReady = try await eventually(every: .milliseconds(50)) {
            try await exporter.get("/-/ready").status == 200
        }
        try #require(isReady, "\(exporter.log)")
        return (exporter, [standIn, web])
    }

    /// Sends a request, and sees to it that just one answer comes.
    private static func ask(
        _ exporter: ExporterProcess, _ method: String, _ path: ServedPath, _ headers: String
    ) throws -> RawResponse {
        let connection = try RawConnection(port: exporter.port)
        connection.send("\(method) \(path.target) HTTP/1.1\r\nHost: h\r\n\(headers)\r\n")
        let answer = try connection.readResponse(isForHead: method == "HEAD")
        if answer["Connection"] == "close" {
            // What were too many for the length would be left here.
            #expect(try connection.readToEnd() == [], "\(method) \(path.target)")
        } else {
            connection.send("GET /-/healthy HTTP/1.0\r\n\r\n")
            let next = try connection.readResponse()
            #expect(next.status == 200, "\(method) \(path.target)")
            #expect(try connection.readToEnd() == [], "\(method) \(path.target)")
        }
        return answer
    }

    private static func expect(
        _ answer: RawResponse, to method: String, of path: ServedPath, isRefused: Bool,
        connection name: String
    ) throws {
        let isAllowed = path.allowed.map { $0.contains(method) }
        let status = isRefused ? 401 : isAllowed == false ? 405 : path.status
        #expect(answer.status == status, "\(name)")
        let isPage = !isRefused && isAllowed == true
        #expect(
            answer["Content-Type"] == (isPage ? path.contentType : ServedPath.plainText),
            "\(name)")
        #expect(answer["Vary"] == (isPage ? path.vary : nil), "\(name)")
        if isPage, let pattern = path.cacheControl {
            let isMatch = try Regex(pattern).wholeMatch(in: answer["Cache-Control"] ?? "") != nil
            #expect(isMatch, "\(name): \(answer["Cache-Control"] ?? "none")")
        } else {
            #expect(answer["Cache-Control"] == nil, "\(name)")
        }
        let allowed = path.allowed?.joined(separator: ", ")
        #expect(answer["Allow"] == (status == 405 ? allowed : nil), "\(name)")
        #expect((answer["WWW-Authenticate"] != nil) == isRefused, "\(name)")
        for field in ["Date", "Content-Length"] { #expect(answer[field] != nil, "\(name)") }
        #expect(answer.values(of: "Transfer-Encoding").isEmpty, "\(name)")
        guard method != "HEAD" else { return #expect(answer.body.isEmpty, "\(name)") }
        switch status {
        case 401: #expect(answer.text == "a user and a password are needed\n", "\(name)")
        case 404 where path.allowed == nil: #expect(answer.text == "not found\n", "\(name)")
        case 405:
            #expect(answer.text == "method not allowed; use \(allowed ?? "")\n", "\(name)")
        default: #expect(answer.body.last == UInt8(ascii: "\n"), "\(name)")
        }
    }

    /// Compares the metric of requests with what was asked for.
    private static func expect(
        _ counted: [Counted: Double], on exporter: ExporterProcess, headers: String
    ) async throws {
        var found: [Counted: Double] = [:]
        let areCounted = try await eventually(within: .seconds(20), every: .milliseconds(300)) {
            let connection = try RawConnection(port: exporter.port)
            connection.send("GET /metrics HTTP/1.1\r\nHost: h\r\n\(headers)\r\n")
            let page = MetricsText(try connection.readResponse().text)
            found = [:]
            for count in counted.keys {
                found[count] = page.value(
                    "exchangerate_http_requests_total",
                    ["handler": count.handler, "code": "\(count.status)"])
            }
            // The pages that the tests read count themselves.
            return counted.filter { !["metrics", "healthy", "ready"].contains($0.key.handler) }
                .allSatisfy { found[$0.key] == $0.value }
        }
        #expect(areCounted, "\(found) for \(counted)")
        #expect(found.count == counted.count)
    }

    @Test(arguments: [false, true])
    func `HEAD has every field of GET, on one connection`(hasUsers: Bool) async throws {
        let (exporter, web) = try await Self.exporter(
            Variant(hasUsers: hasUsers, isLifecycleEnabled: false))
        let login = "Authorization: Basic \(Data(WebFolder.login.utf8).base64EncodedString())\r\n"
        for path in ServedPath.all(isLifecycleEnabled: false) where path.status == 200 {
            for coding in ["", "Accept-Encoding: gzip\r\n"] {
                let connection = try RawConnection(port: exporter.port)
                func fields(_ method: String) throws -> [String] {
                    connection.send(
                        "\(method) \(path.target) HTTP/1.1\r\nHost: h\r\n\(coding)\(login)\r\n")
                    let answer = try connection.readResponse(isForHead: method == "HEAD")
                    #expect(answer.body.isEmpty == (method == "HEAD"), "\(path.target)")
                    return answer.fields.filter { $0.name != "Date" }.map { "\($0)" }
                }
                // Ages move on between the two, and may become longer.
                let areSame = try await eventually(within: .seconds(20)) {
                    try fields("GET") == fields("HEAD")
                }
                #expect(areSame, "\(path.target)")
            }
        }
        withExtendedLifetime(web) {}
        await exporter.stop()
    }
}
