import Domain
import ExchangeRate
import Foundation
import Freshness
import TestKit
import Testing

@testable import Pipeline

@Suite(.leisurely, .skippedUnderSanitizer)
struct NewestTimePropertyTests {
    private static let symbols = ["EUR", "GBP", "JPY"]

    /// A reply of any kind: whole or with holes, of any class, older, repeated, ahead or of now.
    private static func reply(
        at now: Timestamp, using generator: inout SeededGenerator
    ) -> Result<Latest, ExchangeRateError> {
        guard Int.random(in: 0..<8, using: &generator) > 0 else {
            return .failure(ExchangeRateError(reason: .server, status: 503, message: "no"))
        }
        func stamp(using generator: inout SeededGenerator) -> Timestamp {
            let offsets = [0, 0, -60, -300, -3600, -4 * 86400, 30, 301, 86400]
            return now + .seconds(offsets.randomElement(using: &generator) ?? 0)
        }
        let classes = ["live", "live", "ecb_daily", "fred_daily", "other"]
        let observed = stamp(using: &generator)
        var latest = Latest(
            base: .usd, source: classes.randomElement(using: &generator) ?? "live",
            marketSession: [nil, "open", "weekend"].randomElement(using: &generator) ?? nil,
            dataUpdatedAt: observed.iso8601, observedAt: observed, rates: [:])
        for symbol in symbols where Bool.random(using: &generator) {
            latest.rates[symbol] = Decimal(Int.random(in: 1...9, using: &generator))
            guard Bool.random(using: &generator) else { continue }
            let own = stamp(using: &generator)
            latest.sources[symbol] = classes.randomElement(using: &generator)
            latest.effectiveAt[symbol] = own.iso8601
            latest.effectiveTimes[symbol] = own
        }
        return .success(latest)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the newest time of a symbol never goes back, whatever comes`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var timeline = PipelineTimeline(
            at: .example, symbols: Self.symbols.compactMap(CurrencyCode.init),
            interval: .seconds(300))
        var newest: [CurrencyCode: Timestamp] = [:]
        for _ in 0..<100 {
            let next =
                timeline.now.timestamp + .seconds(Int.random(in: 1...7200, using: &generator))
            await timeline.run(until: next) { Self.reply(at: $0, using: &generator) }
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: timeline.restart()
            case 1: timeline.jumpWallClock(by: .seconds(7200))
            case 2: timeline.jumpWallClock(by: .seconds(-7200))
            default: break
            }
            for symbol in timeline.base.symbols {
                guard let observed = symbol.observation?.observedAt else {
                    #expect(newest[symbol.symbol] == nil)
                    continue
                }
                #expect(observed >= newest[symbol.symbol] ?? observed, "\(symbol.symbol)")
                #expect(
                    symbol.observation.map { $0.age(at: timeline.now.instant) >= .zero } == true)
                newest[symbol.symbol] = observed
            }
        }
        #expect(newest.count == Self.symbols.count)
    }
}
