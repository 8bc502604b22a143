import ExchangeRate
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

struct AnswerTests {
    @Test(arguments: [
        (201, FailureReason.unexpectedStatus), (204, .unexpectedStatus), (301, .redirect),
        (302, .redirect), (304, .redirect), (308, .redirect), (400, .badRequest),
        (401, .unauthorized), (402, .unexpectedStatus), (403, .forbidden), (404, .notFound),
        (405, .unexpectedStatus), (418, .unexpectedStatus), (422, .unprocessable),
        (429, .rateLimited), (500, .server), (502, .server), (503, .server), (599, .server),
        (600, .unexpectedStatus), (100, .unexpectedStatus),
    ])
    func `a status decides, whatever body comes with it`(
        status: Int, reason: FailureReason
    ) async throws {
        let page = "<html>\u{1B}[31m\r\n" + String(repeating: "x", count: 5000)
        for body in [
            "", page, "{}", "[]", reply(eur: "1"), "{\"result\":\"error\",\"code\":\"new\"}",
        ] {
            let error = try await failure(from: ScriptedTransport(status: status, body: body))
            #expect(error.reason == reason)
            #expect(error.status == status)
            #expect(error.message.count < 400)
            #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
        let truncated = try await failure(
            from: ScriptedTransport(status: status, body: page, isBodyTruncated: true))
        #expect(truncated.reason == reason)
    }

    @Test(arguments: [
        ("missing_parameter", FailureReason.badRequest), ("invalid_request", .badRequest),
        ("invalid_api_key", .unauthorized), ("forbidden", .forbidden),
        ("quota_exceeded", .quotaExceeded), ("invalid_pair", .unprocessable),
        ("unsupported_base", .unprocessable), ("rate_limited", .rateLimited),
        ("ip_rate_limited", .rateLimited), ("RATE_LIMITED", .rateLimited),
        ("data_unavailable", .server), ("live_unavailable", .server),
        ("source_unavailable", .server), ("service_unavailable", .server),
        ("auth_unavailable", .server), ("quota_unavailable", .server),
    ])
    func `a known code decides before the status, in every shape`(
        code: String, reason: FailureReason
    ) async throws {
        for status in [200, 400, 403, 418, 429, 503] {
            for body in [
                "{\"result\":\"error\",\"code\":\"\(code)\",\"message\":\"m\"}",
                "{\"code\":\"\(code)\"}", "{\"error\":\"\(code)\"}",
                "{\"error\":{\"code\":\"\(code)\",\"message\":\"m\"}}",
            ] {
                let error = try await failure(from: ScriptedTransport(status: status, body: body))
                #expect(error.reason == reason, "\(status) \(body)")
                #expect(error.code == code)
            }
        }
    }

    @Test(arguments: [
        "{\"result\":\"error\",\"code\":\"brand_new\",\"message\":\"m\"}",
        "{\"result\":\"error\"}", "{\"result\":\"pending\",\"base\":\"USD\",\"rates\":{\"EUR\":1}}",
        "{\"result\":true}", "{\"result\":\"\"}", "{\"error\":\"no\"}",
        "{\"error\":{\"message\":\"no\"}}", "{\"error\":{}}", "{\"code\":\"x\"}",
    ])
    func `an error in a 200 whose code nobody knows is one of the API`(body: String) async throws {
        #expect(try await failure(from: ScriptedTransport(body: body)).reason == .apiError)
    }

    @Test(arguments: [
        ("\"result\":null,", true), ("", true), ("\"error\":null,", true),
        ("\"code\":null,", true), ("\"code\":\"ok\",", true), ("\"result\":\"error\",", false),
    ])
    func `a result may be absent, and rates outweigh a stray code`(
        fields: String, isGood: Bool
    ) async throws {
        let body = """
            {\(fields)"base":"USD","timestamp":"2026-06-16T14:02:41Z","rates":{"EUR":1,"GBP":1}}
            """
        let latest = try? await latest(fromBody: body)
        #expect((latest != nil) == isGood)
    }

    /// A body that is no reply.
    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: [UInt8]

        init(_ name: String, _ text: String) {
            testDescription = name
            body = Array(text.utf8)
        }

        init(_ name: String, bytes: [UInt8]) {
            testDescription = name
            body = bytes
        }
    }

    private static let good = reply(eur: "0.92")

    @Test(arguments: [
        Broken("empty", ""), Broken("blank", " \n"), Broken("null", "null"), Broken("list", "[]"),
        Broken("object", "{}"), Broken("number", "1"), Broken("text", "\"a\""),
        Broken("HTML", "<html></html>"), Broken("byte order mark", "\u{FEFF}" + good),
        Broken("byte order mark alone", "\u{FEFF}"),
        Broken("UTF-16", bytes: good.utf16.flatMap { [UInt8($0), 0] }),
        Broken("truncated", String(good.dropLast(5))), Broken("open text", "{\"base\":\"USD"),
        Broken("escape at the end", "{\"base\":\"USD\\"), Broken("twice", good + good),
        Broken("trailing text", good + "x"), Broken("no rates", "{\"base\":\"USD\"}"),
        Broken("rates of null", "{\"base\":\"USD\",\"rates\":null}"),
        Broken("list of rates", "{\"base\":\"USD\",\"rates\":[1]}"),
        Broken("no rate", "{\"base\":\"USD\",\"rates\":{}}"),
        Broken("NaN", reply(eur: "NaN")), Broken("Infinity", reply(eur: "-Infinity")),
        Broken("NaN aside", reply(eur: "1", more: "\"x\":NaN,")),
        Broken("1e999", reply(eur: "1e999")), Broken("-1e999", reply(eur: "-1E+999")),
        Broken("1e999 aside", reply(eur: "1", more: "\"x\":{\"y\":[1e999]},")),
        Broken(
            "400 digits", reply(eur: "1", more: "\"x\":1\(String(repeating: "0", count: 400)),")),
        Broken("65 levels", reply(eur: "1", more: "\"x\":\(nested(64)),")),
        Broken("512 levels", reply(eur: "1", more: "\"x\":\(nested(512)),")),
        Broken("half a million levels", reply(eur: "1", more: "\"x\":\(nested(500_000)),")),
        Broken("open levels", String(repeating: "{\"a\":", count: 500_000)),
        Broken(
            "bytes that are no text",
            bytes: Array("{\"base\":\"USD\",\"x\":\"".utf8) + [0xFF]
                + Array("\",\"rates\":{\"EUR\":1}}".utf8)),
        Broken("NUL", "{\0}"),
    ])
    func `what is no reply is an error of decoding`(broken: Broken) async throws {
        let response = HTTPResponse(status: 200, body: broken.body)
        let error = try await failure(from: ScriptedTransport(.success(response)))
        #expect(error.reason == .decode, "\(error)")
        #expect(error.message.count < 400)
    }

    @Test func `unknown fields may be nested, within reason`() async throws {
        let body = reply(eur: "1", more: "\"x\":\(Self.nested(63)),")
        #expect(try await latest(fromBody: body, symbols: ["EUR"]).rates == ["EUR": 1])
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test(arguments: ["\"base\":\"EUR\",", "\"base\":\"\",", "\"base\":null,", "\"base\":7,", ""])
    func `a reply for another base, or for none, is refused`(base: String) async throws {
        let body = "{\(base)\"timestamp\":\"2026-06-16T14:02:41Z\",\"rates\":{\"EUR\":1}}"
        #expect(try await failure(from: ScriptedTransport(body: body)).reason == .baseMismatch)
    }

    @Test func `a body too large is an error of its own in a 200`() async throws {
        let error = try await failure(
            from: ScriptedTransport(body: Self.good, isBodyTruncated: true))
        #expect(error.reason == .tooLarge)
    }

    @Test(arguments: TransportError.Kind.allCases)
    func `a request that fails on its way has the reason of its step`(
        kind: TransportError.Kind
    ) async throws {
        let expected: FailureReason =
            switch kind {
            case .dns: .dns
            case .connect: .connect
            case .tls: .tls
            case .timeout: .timeout
            case .interrupted, .cancelled: .interrupted
            case .invalidRequest: .badRequest
            }
        for head in [nil, HTTPResponse(status: 200)] {
            let error = try await failure(
                from: ScriptedTransport(
                    .failure(TransportError(kind: kind, head: head, detail: "why"))))
            #expect(error.reason == expected)
            #expect(error.message.contains("why"))
        }
    }

    @Test func `a head that cannot be taken is not told as cut on its way`() async throws {
        let error = try await failure(
            from: ScriptedTransport(
                .failure(
                    TransportError(
                        kind: .interrupted, detail: "the answer is not HTTP/1.1 or 2"))))
        #expect(
            error.message == "no answer came that can be used: the answer is not HTTP/1.1 or 2")
    }

    @Test func `a status that came before the failure decides`() async throws {
        let head = HTTPResponse(
            status: 429,
            headers: HTTPHeaders([
                .init(name: "Retry-After", value: "7"),
                .init(name: "X-RateLimit-Remaining", value: "0"),
            ]))
        let error = try await failure(
            from: ScriptedTransport(
                .failure(TransportError(kind: .interrupted, head: head, detail: "cut"))))
        #expect(error.reason == .rateLimited)
        #expect(error.retryAfter == .after(.seconds(7)))
        #expect(error.limits.remaining == 0)
    }

    @Test(arguments: [
        (403, "<html><h1>Forbidden</h1></html>", false), (403, "", false),
        (403, "{\"code\":\"access_denied\",\"message\":\"forbidden\"}", false),
        (403, "{\"code\":\"forbidden\"}", true), (403, "{\"error\":\"Forbidden\"}", true),
        (200, "{\"result\":\"error\",\"code\":\"forbidden\"}", true),
        (403, "{\"code\":\"rate_limited\"}", false), (401, "{\"message\":\"no\"}", false),
    ])
    func `only the code of the API says that the plan does not cover a request`(
        status: Int, body: String, isPlanRefusal: Bool
    ) async throws {
        let error = try await failure(
            from: ScriptedTransport(status: status, body: body),
            credentials: .bearer(key: "exr_live_1"))
        #expect(error.isPlanRefusal == isPlanRefusal)
        #expect(error.message.contains("the plan does not cover") == isPlanRefusal)
    }

    @Test(arguments: [
        (nil, 0), ("0", 0), ("600", 600), ("-5", 0), ("soon", 0), ("99999999999999999999", 0),
    ])
    func `the server's time counts what a cache has held the answer for`(
        age: String?, seconds: Int
    ) async throws {
        var headers = [("Date", "Tue, 16 Jun 2026 14:00:00 GMT")]
        if let age { headers.append(("Age", age)) }
        let expected = Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000)
        for status in [200, 503] {
            let transport = ScriptedTransport(status: status, headers: headers, body: Self.good)
            let time: Timestamp?
            if status == 200 {
                time = try await latest(from: transport).serverTime
            } else {
                time = try await failure(from: transport).serverTime
            }
            #expect(time == expected + .seconds(seconds))
        }
    }

    @Test func `a refused request without a key says that one is needed`() async throws {
        let transport = ScriptedTransport(status: 401, body: "")
        #expect(try await failure(from: transport).message.contains("a key is needed"))
        let keyed = try await failure(from: transport, credentials: .bearer(key: "exr_live_1"))
        #expect(keyed.message.contains("the key was rejected"))
    }

    @Test(arguments: [
        ("X-RateLimit-Remaining", "-1"), ("X-RateLimit-Remaining", "many"),
        ("X-RateLimit-Remaining", "1.5"), ("X-RateLimit-Remaining", ""),
        ("X-RateLimit-Remaining", "99999999999999999999"), ("X-RateLimit-Reset", "60"),
        ("X-RateLimit-Reset", "-5"), ("X-RateLimit-Reset", "soon"),
        ("X-RateLimit-Reset", "99999999999999999999"),
    ])
    func `headers of limits that make no sense are not there`(name: String, value: String)
        async throws
    {
        let latest = try await latest(
            from: ScriptedTransport(headers: [(name, value)], body: Self.good))
        #expect(latest.limits == RateLimits())
    }

    @Test(arguments: ["0", "-5", "\"soon\"", "true", "1e18", "null", "{}"])
    func `an interval that makes no sense is not there`(value: String) async throws {
        let latest = try await latest(
            fromBody: reply(eur: "1", more: "\"poll_interval\":\(value),"))
        #expect(latest.pollInterval == nil)
    }
}
