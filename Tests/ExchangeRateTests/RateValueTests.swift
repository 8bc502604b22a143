import ExchangeRate
import Foundation
import TestKit
import Testing

struct RateValueTests {
    @Test(arguments: [
        ("0.92450", "0.9245"), ("1.841549e-06", "0.000001841549"), ("0.691", "0.691"),
        ("157.32", "157.32"), ("16250.123456789", "16250.123456789"), ("1.5E+3", "1500"),
        ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"),
        ("0.00000000012345678901234567890", "0.0000000001234567890123456789"),
        ("1e-128", "1e-128"), ("\"0.92\"", "0.92"), ("\"1e-3\"", "0.001"), ("\"157\"", "157"),
        ("\"0.6910000000000000000001\"", "0.6910000000000000000001"),
    ])
    func `a number is exact, also in quotation marks`(value: String, expected: String)
        async throws
    {
        let latest = try await latest(fromBody: reply(eur: value), symbols: ["EUR"])
        #expect(latest.rates == ["EUR": try decimal(expected)])
    }

    @Test(arguments: [
        ("null", RateRejection.missing), ("true", .notANumber), ("false", .notANumber),
        ("{}", .notANumber), ("{\"a\":1}", .notANumber), ("[]", .notANumber), ("[1]", .notANumber),
        ("\"\"", .notANumber), ("\" \"", .notANumber), ("\"1abc\"", .notANumber),
        ("\"abc\"", .notANumber), ("\" 0.92\"", .notANumber), ("\"0.92 \"", .notANumber),
        ("\"0,92\"", .notANumber), ("\"1_000\"", .notANumber), ("\"+1\"", .notANumber),
        ("\".5\"", .notANumber), ("\"5.\"", .notANumber), ("\"01\"", .notANumber),
        ("\"0x10\"", .notANumber), ("\"NaN\"", .notANumber), ("\"Infinity\"", .notANumber),
        ("\"1e999\"", .notANumber), ("\"true\"", .notANumber), ("\"null\"", .notANumber),
        ("\"١\"", .notANumber), ("1e-200", .notANumber), ("1e200", .notANumber),
        ("0", .notPositive), ("-0", .notPositive), ("0.000", .notPositive), ("-1", .notPositive),
        ("-1e-9", .notPositive), ("\"-1\"", .notPositive), ("\"0\"", .notPositive),
    ])
    func `what is no rate is rejected alone`(value: String, reason: RateRejection) async throws {
        let body = """
            {"base":"USD","data_updated_at":"2026-06-16T14:02:00Z",
             "rates":{"EUR":\(value),"GBP":0.7891}}
            """
        let latest = try await latest(fromBody: body)
        #expect(latest.rates == ["GBP": try decimal("0.7891")])
        #expect(latest.rejected == ["EUR": reason])
    }

    @Test func `a symbol that is absent is missing, and one never asked for is dropped`()
        async throws
    {
        let body = """
            {"base":"USD","data_updated_at":"2026-06-16T14:02:00Z",
             "rates":{"GBP":0.7891,"JPY":157,"CHF":null,"toolong":1,"":1,"€€€":1}}
            """
        let asked = try await latest(fromBody: body)
        #expect(asked.rates.keys.sorted() == ["GBP"])
        #expect(asked.rejected == ["EUR": .missing])
        let all = try await latest(fromBody: body, symbols: [])
        #expect(all.rates.keys.sorted() == ["GBP", "JPY"])
        #expect(all.rejected == ["CHF": .missing])
    }

    @Test func `symbols in lower case are the same symbols, and upper case goes first`()
        async throws
    {
        let body = """
            {"base":"usd","data_updated_at":"2026-06-16T14:02:00Z",
             "rates":{"eur":2,"EUR":1,"gbp":3},"sources":{"gbp":"live"}}
            """
        let latest = try await latest(fromBody: body)
        #expect(latest.rates == ["EUR": 1, "GBP": 3])
        #expect(latest.sources == ["GBP": "live"])
    }

    @Test func `a locale with a decimal comma changes nothing`() async throws {
        let previous = setlocale(LC_ALL, nil).map { String(cString: $0) }
        // Where the system lacks the locale the call does nothing, and neither must the test.
        setlocale(LC_ALL, "de_DE.UTF-8")
        defer { setlocale(LC_ALL, previous) }
        let latest = try await latest(fromBody: reply(eur: "0.9245"), symbols: ["EUR"])
        #expect(latest.rates["EUR"] == (try decimal("0.9245")))
    }
}
