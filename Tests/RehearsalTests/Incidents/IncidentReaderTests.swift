import ExchangeRate
import Freshness
import Testing

@testable import Rehearsal

struct IncidentReaderTests {
    struct Good: Sendable, CustomTestStringConvertible {
        let text: String
        let title: String
        var start = "2025-12-23T10:00:00Z"
        var duration: Duration = .seconds(3 * 3600)

        var testDescription: String { text }
    }

    @Test(arguments: [
        Good(text: "freeze 2025-12-23T10:00Z 3h", title: "freeze"),
        Good(text: "freeze 2025-12-23T10:00Z 3h USD", title: "freeze base=USD"),
        Good(text: "Freeze 2025-12-23T10:00Z 3h base=usd", title: "freeze base=USD"),
        Good(text: "  down\t2025-12-23T11:00+01:00  3h ", title: "down"),
        Good(
            text: "down 2025-12-23 1d", title: "down", start: "2025-12-23T00:00:00Z",
            duration: .seconds(86_400)),
        Good(
            text: "down 2025-12-23T10:00:30.5Z 90s", title: "down",
            start: "2025-12-23T10:00:30.500Z", duration: .seconds(90)),
        Good(text: "slow 2025-12-23T10:00Z 3h 30s", title: "slow delay=30s"),
        Good(
            text: "slow 2025-12-23T10:00Z 3h delay=30s base=USD", title: "slow delay=30s base=USD"),
        Good(text: "limit 2025-12-23T10:00Z 3h", title: "limit"),
        Good(text: "limit 2025-12-23T10:00Z 3h 10m", title: "limit retry_after=10m"),
        Good(text: "quota 2025-12-23T10:00Z 3h", title: "quota"),
        Good(text: "key 2025-12-23T10:00Z 3h", title: "key"),
        Good(text: "older 2025-12-23T10:00Z 3h 2d", title: "older by=2d"),
        Good(text: "missing symbol 2025-12-23T10:00Z 3h EUR", title: "missing symbol symbol=EUR"),
        Good(text: "missing-symbol 2025-12-23T10:00Z 3h EUR", title: "missing symbol symbol=EUR"),
        Good(
            text: "bad numbers 2025-12-23T10:00Z 3h base=USD symbol=EUR",
            title: "bad numbers symbol=EUR base=USD"),
        Good(
            text: "receiver down 2025-12-23T10:00Z 3h the night shift",
            title: "receiver down receiver=the night shift"),
        Good(
            text: "receiver down 2025-12-23T10:00Z 3h receiver=oncall",
            title: "receiver down receiver=oncall"),
        Good(
            text: "receiver down 2025-12-23T10:00Z 3h team=fx",
            title: "receiver down receiver=team=fx"),
    ])
    func `an incident is read as it is typed`(good: Good) throws {
        let incident = try Incident(parsing: good.text)
        #expect(incident.title == good.title)
        #expect(incident.start == Timestamp(iso8601: good.start))
        #expect(incident.duration == good.duration)
    }

    @Test(arguments: [
        (
            "",
            "\"\": the kind is missing; known are freeze, down, slow, limit, quota, key, older, "
                + "missing symbol, bad numbers, receiver down"
        ),
        ("2025-12-23T10:00Z 3h", "the kind is missing"),
        ("freze 2025-12-23T10:00Z 3h", "\"freze\" is no incident; did you mean freeze?"),
        ("earthquake 2025-12-23T10:00Z 3h", "\"earthquake\" is no incident; known are freeze"),
        ("freeze", "the start is missing; the form is: freeze START DURATION [base=USD]"),
        ("freeze 2025-12-23T10:00Z", "the duration is missing; the form is: freeze START"),
        ("freeze 2025-12-23T10:00 3h", "found \"2025-12-23T10:00\"; a start is a time such as"),
        ("freeze 2025-02-30T10:00Z 3h", "found \"2025-02-30T10:00Z\"; a start is"),
        ("freeze 2025-12-23T10:00Z 3", "found \"3\"; the duration is one such as 90s, 30m or 3h"),
        ("freeze 2025-12-23T10:00Z 0s", "found \"0s\"; the duration is"),
        ("freeze 2025-12-23T10:00Z 366d", "at most 365d"),
        ("freeze 2025-12-23T10:00Z 3h EURO", "found \"EURO\"; a currency is three letters"),
        ("freeze 2025-12-23T10:00Z 3h USD EUR", "\"EUR\" is not expected"),
        ("freeze 2025-12-23T10:00Z 3h symbol=EUR", "\"symbol=EUR\" is not expected"),
        ("freeze 2025-12-23T10:00Z 3h colour=red", "\"colour=red\" is not expected"),
        ("quota 2025-12-23T10:00Z 3h USD", "\"USD\" is not expected; the form is: quota START"),
        ("slow 2025-12-23T10:00Z 3h", "delay is missing; the form is: slow START DURATION delay="),
        ("older 2025-12-23T10:00Z 3h", "by is missing"),
        ("older 2025-12-23T10:00Z 3h by=2", "found \"2\"; by is one such as"),
        ("missing symbol 2025-12-23T10:00Z 3h", "symbol is missing"),
        ("bad numbers 2025-12-23T10:00Z 3h base=USD", "symbol is missing"),
        ("receiver down 2025-12-23T10:00Z 3h", "receiver is missing"),
    ])
    func `what cannot be read is told with the form`(text: String, problem: String) {
        let error = #expect(throws: RehearsalError.self) { try Incident(parsing: text) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.description.hasPrefix("\"\(text)\": ") == true)
    }
}
