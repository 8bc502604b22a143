import ExchangeRate
import Freshness
import TestKit
import Testing

struct StampTests {
    private func body(_ fields: String, rates: String = "{\"EUR\":0.92,\"GBP\":0.79}") -> String {
        "{\"base\":\"USD\",\(fields)\"rates\":\(rates)}"
    }

    @Test(arguments: [
        ("\"2026-06-16T14:02:41Z\"", "2026-06-16T14:02:41Z", "2026-06-16T14:02:41Z"),
        ("\"2026-06-16t14:02:41z\"", "2026-06-16t14:02:41z", "2026-06-16T14:02:41Z"),
        ("\"2026-06-16T14:02:41.5Z\"", "2026-06-16T14:02:41.5Z", "2026-06-16T14:02:41.500Z"),
        ("\"2026-06-16T16:02:41+02:00\"", "2026-06-16T16:02:41+02:00", "2026-06-16T14:02:41Z"),
        ("1781618561", "1781618561", "2026-06-16T14:02:41Z"),
        ("1781618561.25", "1781618561.25", "2026-06-16T14:02:41.250Z"),
        ("1.781618561e9", "1781618561", "2026-06-16T14:02:41Z"),
        ("1781618561500", "1781618561500", "2026-06-16T14:02:41.500Z"),
        ("\"1781618561\"", "1781618561", "2026-06-16T14:02:41Z"),
        ("\"1781618561.000\"", "1781618561.000", "2026-06-16T14:02:41Z"),
    ])
    func `a time is kept as sent and read`(value: String, text: String, time: String)
        async throws
    {
        let latest = try await latest(fromBody: body("\"data_updated_at\":\(value),"))
        #expect(latest.dataUpdatedAt == text)
        #expect(latest.observedAt?.iso8601 == time)
    }

    @Test(arguments: [
        "\"2026-02-30T00:00:00Z\"", "\"\"", "\"yesterday\"", "0", "-1", "60", "1e30", "1e-30",
        "true", "{}", "[]", "\"2026-06-16T24:00:00Z\"", "\"1781618561abc\"",
    ])
    func `an unreadable time keeps the rates out, and the timestamp does not stand in`(
        value: String
    ) async throws {
        let fields = "\"data_updated_at\":\(value),\"timestamp\":\"2026-06-16T14:02:41Z\","
        let error = try await failure(from: ScriptedTransport(body: body(fields)))
        #expect(error.reason == .decode)
        #expect(error.rejected == ["EUR": .badTimestamp, "GBP": .badTimestamp])
    }

    @Test func `a symbol with a time of its own lives without the reply's`() async throws {
        let fields = """
            "data_updated_at":"yesterday","effective_at":{"EUR":"2026-06-16T14:02:41Z"},
            """
        let latest = try await latest(fromBody: body(fields))
        #expect(latest.rates.keys.sorted() == ["EUR"])
        #expect(latest.rejected == ["GBP": .badTimestamp])
        #expect(latest.observedAt == nil)
        #expect(latest.dataUpdatedAt == "yesterday")
    }

    @Test(arguments: ["\"yesterday\"", "true", "{}", "\"\"", "12"])
    func `a symbol whose own time is unreadable is kept out alone`(value: String) async throws {
        let fields = """
            "data_updated_at":"2026-06-16T14:02:41Z","effective_at":{"EUR":\(value)},
            """
        let latest = try await latest(fromBody: body(fields))
        #expect(latest.rates.keys.sorted() == ["GBP"])
        #expect(latest.rejected == ["EUR": .badTimestamp])
        #expect(latest.effectiveTimes.isEmpty)
    }

    @Test(arguments: ["", "\"data_updated_at\":null,"])
    func `the timestamp of the reply stands in where the data has none`(absent: String)
        async throws
    {
        let fields = absent + "\"timestamp\":\"2026-06-16T14:02:41Z\","
        let latest = try await latest(fromBody: body(fields))
        #expect(latest.dataUpdatedAt == "2026-06-16T14:02:41Z")
        #expect(latest.observedAt?.iso8601 == "2026-06-16T14:02:41Z")
    }

    @Test func `a value that is wrong for other reasons is counted by those`() async throws {
        let error = try await failure(
            from: ScriptedTransport(body: body("", rates: "{\"EUR\":-1}")))
        #expect(error.rejected == ["EUR": .notPositive, "GBP": .missing])
    }

    @Test func `a text of any length that is no time is cut`() async throws {
        let long = String(repeating: "1", count: 100_000)
        let fields = """
            "data_updated_at":"\(long)","effective_at":{"EUR":"2026-06-16T14:02:41Z"},
            """
        #expect(try await latest(fromBody: body(fields)).dataUpdatedAt.count == 64)
    }
}
