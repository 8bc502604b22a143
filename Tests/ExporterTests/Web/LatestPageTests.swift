import APIModel
import Domain
import ExchangeRate
import Foundation
import Freshness
import Serving
import TestKit
import Testing

@testable import Exporter

/// What `/v1/latest` answers, from a snapshot.
struct LatestPageTests {
    /// Of USD's polls the next comes 252 s after the present, of EUR's after 3552 s.
    private static let snapshot = StatusPage.page(
        [StatusPage.usdMixed, StatusPage.eurDaily, StatusPage.never("GBP", ["JPY", "USD"])],
        account: StatusPage.calm
    ).snapshot

    private static func get(
        _ target: String, headers: HeaderFields = [:], showing snapshot: Snapshot = snapshot,
        after seconds: Double = 0
    ) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        return LatestPage.response(
            to: Request(
                path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: headers),
            showing: snapshot, at: StatusPage.present.advanced(by: .seconds(seconds)))
    }

    private static func text(_ response: Response) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func object(_ response: Response) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text(response).utf8))
        return try #require(object as? [String: Any])
    }

    private static func change(
        _ base: String = "USD", _ change: (inout BaseSnapshot) -> Void
    ) throws -> Snapshot {
        var changed = snapshot
        let index = try #require(changed.bases.firstIndex { $0.base.text == base })
        change(&changed.bases[index])
        return changed
    }

    @Test(
        arguments: [
            ("mixed", "/v1/latest/USD"), ("filtered", "/v1/latest?base=USD&symbols=XAU,EUR"),
            ("daily", "/v1/latest/EUR"), ("never", "/v1/latest/GBP"),
            ("unsupported", "/v1/latest/CHF"),
        ])
    func `the document is as recorded`(name: String, target: String) {
        let text = Self.text(Self.get(target))
        #expect(GoldenFile("Golden/latest-\(name).json").mismatch(with: text) == nil)
    }

    @Test(arguments: [
        "1", "0.8625", "144.32", "0.0069290465631929046563192904656", "0.0000000001", "1000000",
        "12345678901234567890123456789012345678", "0.00000000000000000000000000000000000001",
    ])
    func `a rate keeps every digit`(rate: String) throws {
        let snapshot = try Self.change {
            $0.symbols = [
                StatusPage.symbol(
                    "EUR", rate, age: .seconds(1), limit: .seconds(10),
                    stamp: "2026-06-16T14:02:00Z")
            ]
        }
        let text = Self.text(Self.get("/v1/latest/USD", showing: snapshot))
        #expect(text.contains("\"rates\":{\"EUR\":\(rate)}"))
    }

    @Test(arguments: [
        "/v1/latest/USD?symbols=EUR,GBP", "/v1/latest?base=USD&symbols=EUR,GBP",
        "/v1/latest?symbols=EUR,GBP&base=USD", "/v1/latest/?base=USD&symbols=EUR%2CGBP",
        "/v1/latest/USD/?symbols=GBP,EUR,GBP",
        "/v1/latest/USD?base=EUR&symbols=EUR,GBP",
        "/v1/latest/USD?symbols=EUR,ZZZ,GBP,USD",
    ])
    func `each spelling of a question gets the same`(target: String) throws {
        let response = Self.get(target)
        #expect(response.status == 200)
        #expect(
            Self.text(response) == Self.text(Self.get("/v1/latest/USD?symbols=EUR,GBP")))
        let rates = try #require(try Self.object(response)["rates"] as? [String: Any])
        #expect(rates.keys.sorted() == ["EUR", "GBP"])
    }

    @Test(
        arguments: [
            ("/v1/latest", 400, "missing_parameter"), ("/v1/latest/", 400, "missing_parameter"),
            ("/v1/latest?base=", 400, "missing_parameter"),
            ("/v1/latest?symbols=EUR", 400, "missing_parameter"),
            ("/v1/latest/usd", 400, "invalid_request"), ("/v1/latest/US", 400, "invalid_request"),
            ("/v1/latest/USDT", 400, "invalid_request"), ("/v1/latest/U5D", 400, "invalid_request"),
            ("/v1/latest?base=%00%FF", 400, "invalid_request"),
            ("/v1/latest?base=<b>", 400, "invalid_request"),
            ("/v1/latest/USD?symbols=eur", 400, "invalid_request"),
            ("/v1/latest/USD?symbols=EUR,", 400, "invalid_request"),
            ("/v1/latest/USD?symbols=,", 400, "invalid_request"),
            ("/v1/latest/USD?symbols=EUR,+GBP", 400, "invalid_request"),
            ("/v1/latest/USD?symbols=EUR;GBP", 400, "invalid_request"),
            ("/v1/latest/USD/EUR", 404, "not_found"),
            ("/v1/latest/USD?symbols=ZZZ,YYY", 422, "invalid_pair"),
        ])
    func `a wrong question is answered as the API answers it`(
        target: String, status: Int, code: String
    ) throws {
        let response = Self.get(target)
        #expect(response.status == status)
        let reply = try Self.object(response)
        #expect(reply["result"] as? String == "error")
        #expect(reply["code"] as? String == code)
        #expect((reply["message"] as? String)?.isEmpty == false)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["ETag"] == nil && response.headers["Retry-After"] == nil)
        // The model stands for the API itself.
        var api = Provider()
        let answer = api.answer(to: APIRequest(target: target), at: StatusPage.present.timestamp)
        let own = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        #expect(answer.status == status)
        #expect(own?["code"] as? String == code)
    }

    @Test(arguments: [
        "/v1/latest/USD?symbols=EUR&symbols=GBP", "/v1/latest?symbols=EUR&base=USD&symbols=",
        "/v1/latest?base=USD&base=EUR",
    ])
    func `a name that comes twice is refused, rather than one of them dropped`(
        target: String
    ) throws {
        let response = Self.get(target)
        #expect(response.status == 400)
        let reply = try Self.object(response)
        #expect(reply["code"] as? String == "invalid_request")
        let name = target.contains("symbols") ? "symbols" : "base"
        #expect((reply["message"] as? String)?.contains("one \(name)=;") == true)
    }

    @Test func `a base that is not polled is told which are`() throws {
        let response = Self.get("/v1/latest/CHF")
        #expect(response.status == 404)
        let reply = try Self.object(response)
        #expect(reply["code"] as? String == "unsupported_base")
        #expect((reply["message"] as? String)?.contains("USD, EUR, GBP") == true)
    }

    @Test(
        arguments: [
            ("/v1/latest/GBP", nil as Double?, "1"), ("/v1/latest/GBP", 12, "12"),
            ("/v1/latest/GBP?symbols=USD", 12.1, "13"), ("/v1/latest/GBP", -5, "1"),
        ])
    func `a base without a reading says when to ask again`(
        target: String, wait: Double?, retryAfter: String
    ) throws {
        let snapshot = try Self.change("GBP") { base in
            base.nextPollAt = wait.map { StatusPage.present.timestamp + .seconds($0) }
        }
        let response = Self.get(target, showing: snapshot)
        #expect(response.status == 503)
        #expect(response.headers["Retry-After"] == retryAfter)
        #expect(try Self.object(response)["code"] as? String == "data_unavailable")
    }

    @Test func `a symbol without a reading is missing, and alone there is nothing`() throws {
        let rates = try Self.object(Self.get("/v1/latest/USD"))["rates"] as? [String: Any]
        #expect(rates?.count == 11 && rates?["XAU"] == nil)
        #expect(Self.get("/v1/latest/USD?symbols=XAU").status == 503)
        // The base's symbols are not known yet, so that none is wrong.
        let unknown = try Self.change("GBP") { $0.symbols = [] }
        #expect(Self.get("/v1/latest/GBP?symbols=USD", showing: unknown).status == 503)
    }

    @Test func `the interval is the base's own and the longest behind its readings`() throws {
        let snapshot = try Self.change { base in
            base.ownInterval = .milliseconds(90_500)
            base.symbols[0].observation?.upstreamInterval = .seconds(60)
            base.symbols[4].observation?.upstreamInterval = .seconds(20)
        }
        func interval(_ target: String) throws -> Double? {
            try Self.object(Self.get(target, showing: snapshot))["poll_interval"] as? Double
        }
        #expect(try interval("/v1/latest/USD") == 150.5)
        #expect(try interval("/v1/latest/USD?symbols=EUR") == 110.5)
        #expect(try interval("/v1/latest/USD?symbols=GBP") == 90.5)
    }

    @Test func `the data's time is that of the newest rate that is shown`() throws {
        func time(_ target: String) throws -> String? {
            try Self.object(Self.get(target))["data_updated_at"] as? String
        }
        #expect(try time("/v1/latest/USD") == "2026-06-16T14:02:00Z")
        #expect(try time("/v1/latest/USD?symbols=INR") == "2026-06-16T11:05:00.25Z")
    }

    @Test(
        arguments: [
            ("/v1/latest/USD", 0, "false INR"), ("/v1/latest/USD?symbols=EUR", 0, "false "),
            ("/v1/latest/USD?symbols=INR", 0, "true INR"),
            ("/v1/latest/USD?symbols=EUR", 1020, "false "),
            ("/v1/latest/USD?symbols=EUR", 1020.001, "true EUR"),
        ])
    func `stale is what the alert of these symbols would be`(
        target: String, after seconds: Double, expected: String
    ) throws {
        let reply = try Self.object(Self.get(target, after: seconds))
        let isStale = try #require(reply["stale"] as? Bool)
        let symbols = try #require(reply["stale_symbols"] as? [String])
        #expect("\(isStale) \(symbols.joined(separator: " "))" == expected)
    }

    @Test(
        arguments: [
            ("until the next poll", 252, 0, "max-age=252"),
            ("in whole seconds downwards", 252, 0.5, "max-age=251"),
            ("not at all while one is under way", nil, 0, "max-age=0"),
            ("not at all once it is overdue", 252, 300, "max-age=0"),
            ("until a rate becomes stale, where that is sooner", 5000, 0, "max-age=1020"),
            ("past what is stale already", 5000, 1021, "max-age=3979"),
        ] as [(String, Double?, Double, String)])
    func `it may be kept`(
        _ name: String, wait: Double?, after: Double, expected: String
    ) throws {
        let snapshot = try Self.change { base in
            base.nextPollAt = wait.map { StatusPage.present.timestamp + .seconds($0) }
        }
        let response = Self.get(
            "/v1/latest/USD?symbols=EUR", showing: snapshot, after: after)
        #expect(response.headers["Cache-Control"] == expected)
    }

    @Test func `the tag stays while nothing changes but the time`() throws {
        let tag = try #require(Self.get("/v1/latest/USD").headers["ETag"])
        #expect(tag.hasPrefix("W/\"") && tag.hasSuffix("\""))
        let polled = try Self.change { base in
            base.nextPollAt = base.nextPollAt.map { $0 + .seconds(300) }
            base.lastSuccessAt = StatusPage.present.timestamp
        }
        #expect(Self.get("/v1/latest/USD", showing: polled, after: 60).headers["ETag"] == tag)
        #expect(
            Self.get("/v1/latest/USD", headers: ["Accept-Encoding": "gzip"]).headers["ETag"] == tag)
        let changes: [(inout BaseSnapshot) -> Void] = [
            { $0.symbols[4].observation?.rateText = "0.86251" },
            { $0.symbols[4].observation?.source = "ecb_daily" },
            { $0.symbols[4].observation?.stamp = "2026-06-16T14:02:01Z" },
            { $0.symbols[4].staleAfter = StatusPage.present.instant.advanced(by: .seconds(-1)) },
            { $0.context?.marketSession = "weekend" },
            { $0.ownInterval = .seconds(1) },
            { $0.symbols[4].symbol = StatusPage.code("HUF") },
        ]
        for (index, change) in changes.enumerated() {
            let changed = Self.get("/v1/latest/USD", showing: try Self.change { change(&$0) })
            #expect(changed.headers["ETag"] != tag, "change \(index)")
        }
        #expect(Self.get("/v1/latest/USD", after: 1021).headers["ETag"] != tag)
    }

    @Test(arguments: ["W/", ""], ["", "gzip"])
    func `who has it already gets 304`(prefix: String, coding: String) throws {
        let fresh = Self.get("/v1/latest/USD", headers: ["Accept-Encoding": coding])
        let tag = try #require(fresh.headers["ETag"])
        let asked = "\"other\", \(prefix)\(tag.dropFirst(2))"
        let response = Self.get(
            "/v1/latest/USD", headers: ["If-None-Match": asked, "Accept-Encoding": coding],
            after: 1)
        #expect(response.status == 304)
        #expect(response.headers["ETag"] == tag)
        #expect(response.headers["Cache-Control"] == "max-age=251")
        #expect(response.headers["Vary"] == "Accept-Encoding")
        #expect(response.headers["Content-Encoding"] == nil)
        #expect(
            Self.get("/v1/latest/USD", headers: ["If-None-Match": tag], after: 1021).status == 200)
        // An error is no state that a client could hold.
        #expect(Self.get("/v1/latest/CHF", headers: ["If-None-Match": "*"]).status == 404)
    }

    @Test func `it is packed for who takes that`() {
        let plain = Self.get("/v1/latest/USD")
        let packed = Self.get("/v1/latest/USD", headers: ["Accept-Encoding": "gzip"])
        #expect(plain.headers["Content-Encoding"] == nil)
        #expect(packed.headers["Content-Encoding"] == "gzip")
        for response in [plain, packed] {
            #expect(response.headers["Vary"] == "Accept-Encoding")
            #expect(response.headers["Content-Type"] == "application/json")
        }
        guard case .bytes(let long) = plain.body, case .bytes(let short) = packed.body else {
            Issue.record("no bytes")
            return
        }
        #expect(short.count < long.count)
    }

    @Test func `texts from outside come through as they are`() throws {
        let page = StatusPage.Scene.hostile.page.snapshot
        let reply = try Self.object(Self.get("/v1/latest/USD", showing: page))
        let sources = try #require(reply["sources"] as? [String: String])
        #expect(
            sources["EUR"].map { Array($0.unicodeScalars) }
                == Array(StatusPage.hostileText.unicodeScalars))
    }

    @Test func `every key is documented`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let page = try String(
            contentsOf: folder.appending(path: "../../../docs/cache.md").standardized,
            encoding: .utf8)
        for key in try Self.object(Self.get("/v1/latest/USD")).keys {
            #expect(page.contains("`\(key)`"), "\(key)")
        }
    }
}
