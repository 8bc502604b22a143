import Domain
import ExchangeRate
import Freshness

@testable import Alerting

extension Moment {
    /// 2026-06-16T14:00:00Z, a Tuesday.
    static let example = Moment(
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000),
        instant: MonotonicInstant(nanosecondsSinceBoot: 9_000_000_000_000))

    static func after(_ seconds: Int) -> Moment { example.advanced(by: .seconds(seconds)) }
}

extension CurrencyCode {
    static let usd = code("USD")
    static let gbp = code("GBP")

    static func code(_ text: String) -> CurrencyCode {
        guard let code = CurrencyCode(text) else { preconditionFailure("no code: \(text)") }
        return code
    }
}

extension BaseSnapshot {
    /// A base whose symbols become stale so many seconds after the example time.
    static func example(
        base: CurrencyCode = .usd,
        _ symbols: [(symbol: String, source: String?, staleAfter: Int)],
        result: PollResult? = .good
    ) -> BaseSnapshot {
        BaseSnapshot(
            base: base,
            symbols: symbols.map { symbol in
                let due = Moment.after(symbol.staleAfter)
                return SymbolSnapshot(
                    symbol: .code(symbol.symbol),
                    observation: symbol.source.map {
                        SymbolSnapshot.Observation(
                            rateText: "1", source: $0,
                            observedAt: due.timestamp - .seconds(1200), stamp: "",
                            ageAtArrival: .zero, arrivedAt: due.instant)
                    },
                    dueAt: due.timestamp, staleAfter: due.instant,
                    isInLastGoodAnswer: symbol.source != nil)
            },
            lastResult: result, pollInterval: .seconds(300),
            staleWithoutSymbolsAfter: Moment.after(1200).instant)
    }
}
