import APIModel
import ExchangeRate
import Foundation
import Freshness
import Testing

struct FaultTests {
    /// A fault by its parameters, and what the answer must be.
    struct Case: Sendable, CustomTestStringConvertible {
        let query: String
        let check: @Sendable (APIAnswer) throws -> Void

        init(_ query: String, _ check: @escaping @Sendable (APIAnswer) throws -> Void) {
            self.query = query
            self.check = check
        }

        var testDescription: String { query }
    }

    static let now = "2026-06-16T14:02:11Z"

    static let cases: [Case] = [
        Case("limit") { answer in
            #expect(answer.status == 429)
            try #expect(ErrorBody(answer).code == "rate_limited")
            #expect(answer.header("Retry-After") == nil)
        },
        Case("limit&retry_after=7") { #expect($0.header("Retry-After") == "7") },
        Case("limit&retry_after=") { #expect($0.header("Retry-After") == "") },
        Case("limit&retry_after=Tue,%2016%20Jun") {
            #expect($0.header("Retry-After") == "Tue, 16 Jun")
        },
        Case("unauthorized") { answer in
            #expect(answer.status == 401)
            try #expect(ErrorBody(answer).code == "invalid_api_key")
        },
        Case("forbidden") { answer in
            #expect(answer.status == 403)
            try #expect(ErrorBody(answer).code == "forbidden")
        },
        Case("quota") { answer in
            #expect(answer.status == 403)
            try #expect(ErrorBody(answer).code == "quota_exceeded")
        },
        Case("error") { #expect($0.status == 500) },
        Case("error&code=live_unavailable") { answer in
            #expect(answer.status == 503)
            try #expect(ErrorBody(answer).code == "live_unavailable")
        },
        Case("error&status=200&code=quota_exceeded") { answer in
            #expect(answer.status == 200)
            try #expect(ErrorBody(answer).result == "error")
        },
        Case("error&shape=text") { #expect($0.text == #"{"error":"Something went wrong."}"#) },
        Case("error&shape=nested") {
            #expect($0.text == #"{"error":{"message":"Something went wrong."}}"#)
        },
        Case("page") { answer in
            #expect(answer.status == 503)
            #expect(answer.body.count == 5_000_000)
            #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
            #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
        },
        Case("redirect") { answer in
            #expect(answer.status == 302)
            #expect(answer.header("Location") == "/redirected")
        },
        Case("redirect&location=http://127.0.0.1:1/") {
            #expect($0.header("Location") == "http://127.0.0.1:1/")
        },
        Case("garbage&bytes=64") { answer in
            #expect(answer.status == 200)
            #expect(answer.body.count == 64)
            #expect(String(validating: answer.body, as: UTF8.self) == nil)
        },
        Case("empty") { answer in
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
        },
        Case("empty_object") { #expect($0.text == "{}") },
        Case("gzip_bomb&bytes=1000000") { answer in
            #expect(answer.header("Content-Encoding") == "gzip")
            #expect(answer.body.count < 7000)
        },
        Case("frozen&at=2026-06-16T09:30:59Z") { answer in
            let body = try ReplyBody(answer)
            #expect(body.dataUpdatedAt == "2026-06-16T09:30:00Z")
            #expect(body.timestamp == now)
        },
        Case("older&by=1h30m") {
            try #expect(ReplyBody($0).dataUpdatedAt == "2026-06-16T12:32:00Z")
        },
        Case("future&by=6m") {
            try #expect(ReplyBody($0).dataUpdatedAt == "2026-06-16T14:08:11Z")
        },
        Case("stamp&text=soon") { try #expect(ReplyBody($0).dataUpdatedAt == "soon") },
        Case("missing") { try #expect(Set(ReplyBody($0).rates.keys) == ["GBP", "JPY"]) },
        Case("missing&symbols=GBP,JPY") { try #expect(Set(ReplyBody($0).rates.keys) == ["EUR"]) },
        Case("extra&symbols=CHF,XAU") {
            try #expect(
                Set(ReplyBody($0).rates.keys) == ["EUR", "GBP", "JPY", "CHF", "XAU"])
        },
        Case("number&value=null") { #expect($0.text.contains(#""EUR":null,"#)) },
        Case("number&value=zero&symbols=GBP") { #expect($0.text.contains(#""GBP":0,"#)) },
        Case("number&value=true&symbols=GBP,JPY") {
            #expect($0.text.contains(#""GBP":true,"JPY":true}"#))
        },
        Case("number&value=negative") { try #expect(ReplyBody($0).rates["EUR"] ?? 0 < 0) },
        Case("number&value=overflow") { #expect($0.text.contains(#""EUR":1e999,"#)) },
        Case("number&value=nan") { #expect($0.text.contains(#""EUR":NaN,"#)) },
        Case("number&value=string") { #expect($0.text.contains(#""EUR":"0."#)) },
        Case("number&value=text") { #expect($0.text.contains(#""EUR":"n/a""#)) },
        Case("number&value=object") { #expect($0.text.contains(#""EUR":{"value":0."#)) },
        Case("number&value=list") { #expect($0.text.contains(#""EUR":[0."#)) },
        Case("wrong_base&to=GBP") { answer in
            let body = try ReplyBody(answer)
            #expect(body.base == "GBP")
            #expect(body.rates["GBP"] == 1)
        },
        Case("source&to=ecb_daily") { answer in
            let body = try ReplyBody(answer)
            #expect(body.source == "ecb_daily")
            #expect(body.dataUpdatedAt == "2026-06-16T14:00:00Z")
        },
        Case("source&to=fred_daily") { answer in
            let body = try ReplyBody(answer)
            #expect(body.source == "fred_daily")
            #expect(body.dataUpdatedAt == "2026-06-12T16:00:00Z")
        },
        Case("source&to=oracle") { answer in
            let body = try ReplyBody(answer)
            #expect(body.source == "oracle")
            #expect(body.dataUpdatedAt == "2026-06-16T14:02:00Z")
        },
        Case("huge&bytes=1500000") { answer in
            #expect(answer.body.count == 1_500_000)
            try #expect(ReplyBody(answer).rates.count == 3)
        },
        Case("slow&delay=250ms") { answer in
            #expect(answer.delivery.delay == .milliseconds(250))
            #expect(answer.delivery.manner == .whole)
            #expect(answer.status == 200)
        },
        Case("hang") { #expect($0.delivery.manner == .hang) },
        Case("drip&bytes=3&interval=100ms") {
            #expect($0.delivery.manner == .drip(bytes: 3, interval: .milliseconds(100)))
        },
        Case("reset") { #expect($0.delivery.manner == .reset(afterBytes: nil)) },
        Case("reset&bytes=10") { #expect($0.delivery.manner == .reset(afterBytes: 10)) },
        Case("cut&bytes=10") { #expect($0.delivery.manner == .cut(afterBytes: 10)) },
    ]

    @Test(arguments: cases)
    func `a fault shapes the next answer, and the one after it is good again`(test: Case) throws {
        var provider = Provider()
        let now = try time(Self.now)
        let target = try #require(RequestTarget("/?count=1&fault=\(test.query)"))
        provider.faults.add(try FaultRule(parameters: target.query, at: now))
        let request = APIRequest(target: "/v1/latest/USD?symbols=EUR,GBP,JPY")
        let answer = provider.answer(to: request, at: now)
        try test.check(answer)
        let kind = try #require(
            FaultKind(rawValue: String(test.query.prefix { $0 != "&" })))
        #expect(answer.faults == [kind])
        let next = provider.answer(to: request, at: now)
        #expect(try ReplyBody(next).rates.count == 3)
        #expect(next.faults == [] && next.delivery == APIAnswer.Delivery())
        #expect(provider.faults.entries.isEmpty)
    }

    @Test(arguments: cases)
    func `a fault is written as it is read`(test: Case) throws {
        let now = try time(Self.now)
        let target = try #require(RequestTarget("/?fault=\(test.query)"))
        let rule = try FaultRule(parameters: target.query, at: now)
        let written = rule.fault.parameters.map {
            RequestTarget.Field(name: $0.name.rawValue, value: $0.value)
        }
        let isFixedError = [.unauthorized, .forbidden, .quota].contains(rule.kind)
        let kind = isFixedError ? FaultKind.error : rule.kind
        let name = RequestTarget.Field(name: "fault", value: kind.rawValue)
        #expect(try FaultRule(parameters: [name] + written, at: now).fault == rule.fault)
    }

    @Test func `every kind of fault has its case`() {
        let tried = Set(Self.cases.map { String($0.query.prefix { $0 != "&" }) })
        #expect(tried == Set(FaultKind.allCases.map(\.rawValue)))
    }

    @Test func `faults of content, answer and delivery add up`() throws {
        var provider = Provider()
        let now = try time(Self.now)
        provider.faults.add(FaultRule(.older(by: .seconds(3600))))
        provider.faults.add(FaultRule(.missing(["EUR"])))
        provider.faults.add(FaultRule(.slow(.seconds(2))))
        let request = APIRequest(target: "/v1/latest/USD?symbols=EUR,GBP")
        let answer = provider.answer(to: request, at: now)
        let body = try ReplyBody(answer)
        #expect(body.dataUpdatedAt == "2026-06-16T13:02:00Z")
        #expect(Set(body.rates.keys) == ["GBP"])
        #expect(answer.delivery.delay == .seconds(2))
        provider.faults.add(FaultRule(.error(.internalError)))
        let error = provider.answer(to: request, at: now)
        #expect(error.status == 500)
        #expect(error.delivery.delay == .seconds(2))
        #expect(error.faults == [.older, .missing, .slow, .error])
    }

    @Test func `frozen data stands still for hours while replies go on`() throws {
        var provider = Provider()
        let start = try time(Self.now)
        provider.faults.add(FaultRule(.frozen(since: start)))
        var rates: Set<[String: Decimal]> = []
        for hour in 0..<5 {
            let now = start + .seconds(hour * 3600)
            let body = try ReplyBody(
                provider.answer(to: APIRequest(target: "/v1/latest/USD"), at: now))
            #expect(body.dataUpdatedAt == "2026-06-16T14:02:00Z")
            #expect(body.timestamp == "2026-06-16T\(14 + hour):02:11Z")
            rates.insert(body.rates)
        }
        #expect(rates.count == 1)
    }
}
