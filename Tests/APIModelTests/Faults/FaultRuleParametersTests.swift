import APIModel
import ExchangeRate
import Freshness
import Testing

struct FaultRuleParametersTests {
    @Test func `a rule is read with all that it can have`() throws {
        let now = try time("2026-06-16T14:00:00Z")
        let target = try #require(
            RequestTarget("/?fault=slow&delay=1m30s&count=3&every=2&base=USD&for=1h"))
        let rule = try FaultRule(parameters: target.query, at: now)
        #expect(
            rule
                == FaultRule(
                    .slow(.seconds(90)), remaining: 3, every: 2, base: try code("USD"),
                    until: now + .seconds(3600)))
    }

    @Test(arguments: [
        ("", "fault is missing; allowed: limit, unauthorized, "),
        ("fault=flood", "fault=flood is unknown; allowed: limit, "),
        ("fault=hang&delay=1s", "delay is unknown for fault=hang; allowed: fault, count, "),
        ("fault=hang&fault=cut", "fault is given twice"),
        ("fault=hang&count=0", "count=0 is not possible; allowed: a whole number from 1"),
        ("fault=hang&count=x", "count=x is not possible; allowed: a whole number from 1"),
        ("fault=hang&every=-1", "every=-1 is not possible; allowed: a whole number from 1"),
        ("fault=hang&base=US", "base=US is not possible; allowed: a currency code"),
        ("fault=hang&for=10", "for=10 is not possible; allowed: a duration such as"),
        ("fault=error&status=99", "status=99 is not possible; allowed: 200 to 599"),
        ("fault=error&shape=x", "shape=x is not possible; allowed: code, text, nested"),
        ("fault=limit&retry_after=1%0d%0aX:y", "retry_after=1??X:y is not possible; allowed: "),
        ("fault=frozen&at=noon", "at=noon is not possible; allowed: a UTC time"),
        ("fault=cut&bytes=-1", "bytes=-1 is not possible; allowed: a number of bytes"),
        ("fault=cut&bytes=9999999999", "bytes=9999999999 is not possible; allowed: a number"),
        ("fault=drip&bytes=0", "bytes=0 is not possible; allowed: a number of bytes"),
        ("fault=stamp", "text is missing; allowed: a text"),
        ("fault=extra", "symbols is missing; allowed: currency codes"),
        ("fault=missing&symbols=EUR,,JPY", "symbols=EUR,,JPY is not possible; allowed: "),
        ("fault=number", "value is missing; allowed: null, string, "),
        ("fault=number&value=seven", "value=seven is not possible; allowed: null, string, "),
        ("fault=wrong_base", "to is missing; allowed: a currency code"),
        ("fault=wrong_base&to=euro", "to=euro is not possible; allowed: a currency code"),
        ("fault=source", "to is missing; allowed: "),
    ])
    func `wrong parameters are refused with what is allowed`(query: String, message: String) throws
    {
        let now = try time("2026-06-16T14:00:00Z")
        let target = try #require(RequestTarget("/?\(query)"))
        #expect {
            try FaultRule(parameters: target.query, at: now)
        } throws: { error in
            let text = (error as? FaultRuleError)?.description ?? ""
            return text.hasPrefix(message)
                || {
                    Issue.record("\(text)"); return false
                }()
        }
    }

    @Test(arguments: [
        ("250ms", Duration?(.milliseconds(250))), ("10s", .seconds(10)), ("1h30m", .seconds(5400)),
        ("1d", .seconds(86_400)), ("0", .zero), ("0s", .zero), ("2w", .seconds(1_209_600)),
        ("1y", .seconds(31_536_000)), ("", nil), ("10", nil), ("s", nil), ("1.5s", nil),
        ("-1s", nil), ("1m1h", nil), ("1s1s", nil), ("1 s", nil), ("99999999999y", nil),
    ])
    func `durations are Prometheus' own`(text: String, duration: Duration?) {
        #expect(DurationText.duration(text) == duration)
        if let duration {
            #expect(DurationText.duration(DurationText.text(duration)) == duration)
        }
    }
}
