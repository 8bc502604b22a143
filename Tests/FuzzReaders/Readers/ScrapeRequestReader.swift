import Crypto
import Foundation
import TestKit

@testable import Exporter
@testable import Serving

/// What scrapers and browsers send: the head of a request, from the guard to the page.
///
/// A request line and header lines. How microhttpd cuts them is what `RequestFuzzTests` tries.
enum ScrapeRequestReader: FuzzReader {
    static let name = "request"
    static let words = [
        "GET / HTTP/1.1\r\nHost: a\r\n", "HEAD ", "POST /-/reload HTTP/1.1", "/metrics",
        "/v1/latest", "/v1/latest/EUR", "?base=EUR", "&symbols=USD,GBP", "/api/v1/alerts",
        "/-/healthy", "/-/ready", "?refresh=off", "%2F", "%00", "+", "http://a/", "\r\n",
        "Accept: ", "Accept-Encoding: ", "If-None-Match: ", "Authorization: Basic dTpw", "gzip",
        "x-gzip;q=0.5", "*;q=0", "q=1.000", "identity", "W/\"a\"", "*", "Content-Length: 0",
        "Transfer-Encoding: chunked", "application/openmetrics-text;version=1.0.0",
        "text/plain;version=0.0.4", "escaping=allow-utf-8", "\"a,b\\\"\"",
    ]

    private static let router = Router(ExamplePages.routes())

    private static let authentication: BasicAuthentication? = {
        // Of `p`; it is never computed, for that takes long.
        let text = "$2y$04$ABCDEFGHIJKLMNOPQRSTUOBb9RcA8dsEBCQcVNkZ8HkCSU3N1zlDS"
        return (try? BcryptHash(parsing: text)).flatMap {
            try? BasicAuthentication(users: ["u": $0])
        }
    }()

    static func seeds() -> [[UInt8]] {
        let metrics = "Accept: application/openmetrics-text;version=1.0.0;q=0.75,text/plain;q=0.5"
        return [
            "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, br;q=0.1\r\n",
            "GET /metrics HTTP/1.1\r\nHost: a\r\n\(metrics)\r\nAccept-Encoding: gzip\r\n",
            "GET /v1/latest/EUR?symbols=USD,GBP HTTP/1.1\r\nHost: a\r\nIf-None-Match: W/\"a\", *\r\n",
            "GET /v1/latest?base=EUR&symbols=U%53D HTTP/1.0\r\n",
            "HEAD /api/v1/alerts HTTP/1.1\r\nHost: a\r\nAuthorization: Basic dTpw\r\n",
            "POST /-/reload HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n",
            "GET http://a.example/-/ready?x HTTP/1.1\r\nHost: a\r\n",
        ].map { Array($0.utf8) }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let head = Self.head(bytes)
        readFields(head.headers)
        do throws(RequestGuard.Refusal) {
            try RequestGuard.check(head)
        } catch {
            try hold(400...599 ~= error.status, "refused by \(error.status)")
            return
        }
        guard let resource = head.resource else { throw BrokenPromise("a target without a path") }
        let items = resource.query.map { QueryItem.items(in: $0) } ?? []
        try hold(items.count <= bytes.count, "a query of \(items.count) items")
        guard
            case .route(let route, let method) = router.match(
                path: resource.path, method: head.method),
            case .immediate(let handler) = route.handler
        else { return }
        let request = Request(
            method: method, path: resource.path, query: resource.query, headers: head.headers)
        try check(handler(request), of: route)
    }

    private static func head(_ bytes: [UInt8]) -> RequestHead {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        let parts = (lines.first ?? "").split(
            separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        var headers: HeaderFields = [:]
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard field.count == 2 else { continue }
            headers.append(
                String(field[0]), field[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
            )
        }
        return RequestHead(
            method: parts.first.map(String.init) ?? "",
            target: parts.count > 1 ? String(parts[1]) : "",
            version: parts.count > 2 ? String(parts[2]) : "", headers: headers)
    }

    /// What is read of the fields whatever becomes of the request.
    private static func readFields(_ headers: HeaderFields) {
        _ = MediaRange.ranges(in: headers["Accept"])
        _ = ContentCoding.preferred(acceptEncoding: headers["Accept-Encoding"])
        _ = EntityTag("a").isNamed(inIfNoneMatch: headers["If-None-Match"])
        if let credentials = BasicCredentials(headers: headers) {
            _ = authentication?.knowledge(of: credentials)
        }
    }

    private static func check(_ response: Response, of route: Route) throws(BrokenPromise) {
        try hold(
            route.allStatuses.contains(response.status), "\(route.label) gives \(response.status)")
        for field in response.headers.fields {
            try PrintedText.check(
                "\(field.name): \(field.value)", of: "a header", allowing: "")
        }
        guard case .bytes(let shared) = response.body else {
            throw BrokenPromise("\(route.label) has no body")
        }
        var body = shared.withUnsafeBytes { Array($0) }
        if response.headers["Content-Encoding"] == "gzip" {
            do throws(NotGzip) {
                body = try gunzip(body, limit: 1 << 24)
            } catch {
                throw BrokenPromise("\(route.label) is packed wrongly")
            }
        }
        let type = response.headers["Content-Type"] ?? ""
        if route.label == "metrics" {
            try MetricsText.check(body)
        } else {
            try PrintedText.check(String(decoding: body, as: UTF8.self), of: route.label)
        }
        if type.hasPrefix("application/json") {
            try hold(
                (try? JSONSerialization.jsonObject(with: Data(body))) != nil,
                "\(route.label) is no JSON")
        }
    }
}
