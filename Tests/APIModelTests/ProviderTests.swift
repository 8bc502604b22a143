import APIModel
import ExchangeRate
import Foundation
import Freshness
import Testing

struct ProviderTests {
    @Test func `a reply has the documented fields in their order`() throws {
        var provider = Provider()
        let answer = provider.answer(
            to: APIRequest(target: "/v1/latest/USD?symbols=EUR,IDR"),
            at: try time("2026-06-16T14:02:11Z") + .milliseconds(250))
        let body = try ReplyBody(answer)
        let euro = try #require(body.rates["EUR"])
        let rupiah = try #require(body.rates["IDR"])
        #expect(
            answer.text
                == #"{"result":"success","base":"USD","source":"live","market_session":"open","#
                + #""timestamp":"2026-06-16T14:02:11Z","data_updated_at":"2026-06-16T14:02:00Z","#
                + #""sources":{"EUR":"live","IDR":"ecb_daily"},"rates":{"EUR":"#
                + padded("\(euro)", to: 7) + #","IDR":\#(rupiah)},"#
                + #""notice":"Indicative rates, not for settlement."}"#)
        #expect(answer.header("Content-Type") == "application/json; charset=utf-8")
        #expect(answer.header("Date") == "Tue, 16 Jun 2026 14:02:11 GMT")
        #expect(answer.header("X-RateLimit-Remaining") != nil)
        #expect(answer.header("X-RateLimit-Reset") != nil)
        #expect(answer.delivery == APIAnswer.Delivery())
    }

    @Test func `both spellings of the address get the same reply`() throws {
        let now = try time("2026-06-16T14:02:11Z")
        let bodies = [
            "/v1/latest/USD?symbols=EUR,GBP,JPY", "/v1/latest?base=USD&symbols=EUR,GBP,JPY",
            "/v1/latest/USD?symbols=EUR%2CGBP%2CJPY",
        ].map { target in
            var provider = Provider()
            return provider.answer(to: APIRequest(target: target), at: now).body
        }
        #expect(Set(bodies).count == 1)
    }

    @Test(arguments: [
        "2025-01-03T10:00:00Z", "2025-12-25T10:00:00Z", "2026-03-29T12:00:00Z",
        "2026-10-30T23:59:59Z", "2026-11-30T05:26:00Z", "2027-02-01T00:00:00Z",
        "2040-02-29T12:34:56Z",
    ])
    func `all rates of all bases are positive and agree within their digits`(now: String) throws {
        let now = try time(now)
        for feed in ProviderSettings.Feed.allCases {
            var settings = ProviderSettings()
            settings.feed = feed
            settings.dailyCurrencies = []
            var provider = Provider(settings: settings)
            let dollar = try ReplyBody(
                provider.answer(to: APIRequest(target: "/v1/latest/USD"), at: now))
            #expect(dollar.rates.count == (now < (try time("2026-01-01T00:00:00Z")) ? 30 : 29))
            #expect(dollar.rates["USD"] == nil)
            for (base, perDollar) in dollar.rates {
                let body = try ReplyBody(
                    provider.answer(to: APIRequest(target: "/v1/latest/\(base)"), at: now))
                #expect(body.base == base)
                #expect(body.source == feed.rawValue)
                #expect(body.rates.count == dollar.rates.count)
                for (symbol, rate) in body.rates {
                    #expect(rate > 0)
                    let quote = symbol == "USD" ? 1 : try #require(dollar.rates[symbol])
                    let ratio = rate * perDollar / quote
                    // Three roundings of half a unit in the fifth digit.
                    #expect(abs(ratio - 1) < Decimal(16) / 100_000, "\(base) \(symbol)")
                }
            }
        }
    }

    @Test func `the same requests at the same times get the same answers`() throws {
        let start = try time("2026-06-16T14:00:00Z")
        func answers() -> [APIAnswer] {
            var settings = ProviderSettings()
            settings.enforcesLimits = true
            var provider = Provider(settings: settings)
            provider.faults.add(FaultRule(.garbage(bytes: 100), every: 3))
            return (0..<40).map { index in
                provider.answer(
                    to: APIRequest(target: "/v1/latest/EUR"), at: start + .seconds(index * 3))
            }
        }
        #expect(answers() == answers())
    }

    @Test(arguments: [
        ("2026-03-06T21:59:59Z", "open"), ("2026-03-06T22:00:00Z", "weekend"),
        ("2026-03-08T20:59:59Z", "weekend"), ("2026-03-08T21:00:00Z", "open"),
        ("2026-03-27T20:59:59Z", "open"), ("2026-03-27T21:00:00Z", "weekend"),
        ("2026-10-25T20:59:59Z", "weekend"), ("2026-10-25T21:00:00Z", "open"),
        ("2026-10-30T21:00:00Z", "weekend"), ("2026-11-01T21:59:59Z", "weekend"),
        ("2026-11-01T22:00:00Z", "open"), ("2025-12-25T10:00:00Z", "interbank_closed"),
        ("2025-12-25T22:00:00Z", "open"), ("2026-12-31T22:00:00Z", "interbank_closed"),
    ])
    func `the session follows the clock of New York`(now: String, session: String) throws {
        var provider = Provider()
        let body = try ReplyBody(
            provider.answer(to: APIRequest(target: "/v1/latest/USD"), at: try time(now)))
        #expect(body.marketSession == session)
    }

    @Test(arguments: [
        ("/v1/latest", 400, "missing_parameter"), ("/v1/latest?base=", 400, "missing_parameter"),
        ("/v1/latest/usd", 400, "invalid_request"), ("/v1/latest/USDX", 400, "invalid_request"),
        ("/v1/latest/USD?symbols=EUR,", 400, "invalid_request"),
        ("/v1/latest/USD?symbols=eur", 400, "invalid_request"),
        ("/v1/latest/%", 400, "invalid_request"), ("/v1/latest/XAU", 422, "unsupported_base"),
        ("/v1/latest/BGN", 422, "unsupported_base"),
        ("/v1/latest/USD?symbols=XAU,XAG", 422, "invalid_pair"), ("/", 404, "not_found"),
        ("/v1/latest/USD/EUR", 404, "not_found"), ("/v2/latest/USD", 404, "not_found"),
    ])
    func `a wrong request gets the documented error`(target: String, status: Int, code: String)
        throws
    {
        var provider = Provider()
        let answer = provider.answer(
            to: APIRequest(target: target), at: try time("2026-06-16T14:02:11Z"))
        #expect(answer.status == status)
        let body = try ErrorBody(answer)
        #expect(body.result == "error")
        #expect(body.code == code)
    }

    @Test func `before the data begins there is none`() throws {
        var provider = Provider()
        let answer = provider.answer(
            to: APIRequest(target: "/v1/latest/USD"), at: try time("2024-06-16T14:02:11Z"))
        #expect(answer.status == 503)
        #expect(try ErrorBody(answer).code == "data_unavailable")
    }

    @Test func `another method is refused with those that are allowed`() throws {
        var provider = Provider()
        let answer = provider.answer(
            to: APIRequest(method: "POST", target: "/v1/latest/USD"),
            at: try time("2026-06-16T14:02:11Z"))
        #expect(answer.status == 405)
        #expect(answer.header("Allow") == "GET, HEAD")
    }

    @Test func `symbols that are not covered are missing, and the base itself is worth one`() throws
    {
        var provider = Provider()
        let answer = provider.answer(
            to: APIRequest(target: "/v1/latest/USD?symbols=EUR,XAU,BGN,USD,EUR"),
            at: try time("2026-06-16T14:02:11Z"))
        let body = try ReplyBody(answer)
        #expect(answer.text.contains(#","USD":1.0000}"#))
        #expect(Set(body.rates.keys) == ["EUR", "USD"])
        #expect(body.rates["USD"] == 1)
    }

    @Test func `a mixed reply can say when each symbol was observed`() throws {
        var settings = ProviderSettings()
        settings.sendsEffectiveAt = true
        var provider = Provider(settings: settings)
        let now = try time("2026-06-16T13:02:11Z")
        let mixed = try ReplyBody(
            provider.answer(to: APIRequest(target: "/v1/latest/USD?symbols=EUR,IDR"), at: now))
        #expect(mixed.effectiveAt == ["IDR": "2026-06-15T14:00:00Z"])
        let daily = try ReplyBody(
            provider.answer(to: APIRequest(target: "/v1/latest/USD?symbols=IDR"), at: now))
        #expect(daily.source == "ecb_daily")
        #expect(daily.dataUpdatedAt == "2026-06-15T14:00:00Z")
        #expect(daily.sources == nil)
        let base = try ReplyBody(
            provider.answer(to: APIRequest(target: "/v1/latest/IDR?symbols=EUR,USD"), at: now))
        #expect(base.source == "ecb_daily")
    }

    @Test(arguments: [
        (String?.none, String?.none, 200), (nil, "Bearer anything", 200), (nil, "Bearer ", 401),
        ("exr_live_1", nil, 200), ("exr_live_1", "Bearer exr_live_1", 200),
        ("exr_live_1", "Bearer exr_live_2", 401), ("exr_live_1", "Basic exr_live_1", 401),
        ("exr_live_1", "Bearer exr_live_1 ", 200),
    ])
    func `a key is checked where one is set`(key: String?, header: String?, status: Int) throws {
        var settings = ProviderSettings()
        settings.key = key
        var provider = Provider(settings: settings)
        let answer = provider.answer(
            to: APIRequest(target: "/v1/latest/USD", authorization: header),
            at: try time("2026-06-16T14:02:11Z"))
        #expect(answer.status == status)
        if status == 401 { #expect(try ErrorBody(answer).code == "invalid_api_key") }
    }

    private func padded(_ number: String, to length: Int) -> String {
        number + String(repeating: "0", count: max(0, length - number.count))
    }
}
