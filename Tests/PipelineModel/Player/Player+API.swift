import Domain
import ExchangeRate
import FoundationEssentials
import Freshness

extension Player {
    /// A request that leaves now, with the answer that it will get.
    mutating func request(_ base: Setup.Base) -> Request {
        let mood = moods[base.code] ?? APIMood()
        if let left = mood.answersLeft {
            moods[base.code]?.answersLeft = left - 1
            if left <= 1 { moods[base.code] = nil }
        }
        return Request(
            base: base, startedAt: now, endsAt: now.advanced(by: mood.latency).instant,
            answer: answer(to: base, mood))
    }

    private func answer(
        to base: Setup.Base, _ mood: APIMood
    ) -> Result<Latest, ExchangeRateError> {
        switch mood.answer {
        case .good(let feed): return good(feed, mood, base)
        case .failed(let reason, let retryAfter, let hasCode):
            return .failure(
                ExchangeRateError(
                    reason: reason,
                    code: reason == .forbidden && hasCode ? "forbidden" : nil, message: "",
                    retryAfter: reason.isWithoutAnswer ? nil : retryAfter.map { .after($0) }))
        }
    }

    private func good(
        _ feed: APIMood.Feed, _ mood: APIMood, _ base: Setup.Base
    ) -> Result<Latest, ExchangeRateError> {
        let frozen = moodSince[base.code] ?? trueTime
        let time: Timestamp =
            switch feed {
            case .aged(let age): trueTime - age
            case .frozen: frozen
            case .ahead(let lead): trueTime + lead
            case .firstFrozen: trueTime
            }
        let symbols =
            base.symbols.isEmpty ? Setup.currencies.filter { $0 != base.code } : base.symbols
        var latest = Latest(
            base: base.code, source: mood.source,
            marketSession: FXCalendar.isOpen(at: trueTime) ? "open" : "weekend",
            dataUpdatedAt: time.iso8601, observedAt: time, rates: [:])
        for (index, symbol) in symbols.enumerated() {
            if mood.missing >> index & 1 == 1 {
                if !base.symbols.isEmpty { latest.rejected[symbol.text] = .missing }
                continue
            }
            if mood.nonsense >> index & 1 == 1 {
                latest.rejected[symbol.text] = .notPositive
                continue
            }
            latest.rates[symbol.text] = Decimal(index + 1)
            if index % 2 == 1, let second = mood.secondSource {
                latest.sources[symbol.text] = second
            }
            if index == 0, feed == .firstFrozen {
                latest.effectiveTimes[symbol.text] = frozen
                latest.effectiveAt[symbol.text] = frozen.iso8601
            }
        }
        guard !latest.rates.isEmpty else {
            return .failure(ExchangeRateError(reason: .decode, message: ""))
        }
        return .success(latest)
    }
}
