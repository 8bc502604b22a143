import Freshness
import Testing

struct ExporterChainTests {
    /// Several orders of three unequal intervals, so that the longest stands at every place.
    @Test(arguments: [[1, 2, 3], [3, 5, 7], [7, 5, 3], [5, 7, 3], [3, 7, 5]])
    func `a chain is quiet with fresh data, and stale in its order once the API stands still`(
        minutes: [Int]
    ) async throws {
        // On a Friday, over the closing of the market: the API's data goes on. It is that of the
        // minute, and always asked for at its end.
        let friday = try #require(Timestamp(iso8601: "2026-06-19T19:00:59Z"))
        var chain = try ExporterChain(
            at: friday, intervals: minutes.map { "\($0)m" }, live: "2m")
        await chain.run(for: .seconds(6 * 3600))
        #expect(chain.alerts == [])
        // The last had readings that its own limit and interval would call stale.
        #expect(chain.greatestAges[2] > .seconds(60 * (2 + minutes[2])))
        chain.freeze()
        await chain.run(for: .seconds(3600))
        let limits = [minutes[0], minutes[0] + minutes[1], minutes.reduce(0, +)]
        let expected = zip(1..., limits).map { link, interval in
            "fired ExchangeRateStale of \(link) at \(60 * (2 + interval)) s"
        }
        #expect(chain.alerts == expected)
    }

    @Test func `who asks before there is anything tries again soon`() async throws {
        let start = try #require(Timestamp(iso8601: "2026-06-16T12:00:00Z"))
        var chain = try ExporterChain(at: start, intervals: ["1h", "1h", "1h"], live: "2h")
        await chain.run(for: .seconds(180))
        #expect(chain.failures > 0)
        #expect(chain.isFilled)
        #expect(chain.alerts == [])
    }
}
