import Domain
import ExchangeRate
import Foundation
import Freshness
import Testing

/// States to store.
enum Samples {
    static let now = Timestamp(nanosecondsSinceEpoch: 1_789_000_000_123_456_789)

    static func code(_ text: String) throws -> CurrencyCode {
        try #require(CurrencyCode(text))
    }

    /// The n-th of 17,576 codes.
    static func code(_ index: Int) throws -> CurrencyCode {
        let letters = [index / 676 % 26, index / 26 % 26, index % 26].map { UInt8(65 + $0) }
        return try code(String(decoding: letters, as: UTF8.self))
    }

    /// A state with something in every field.
    static func full() throws -> StoredState {
        let (usd, eur, gbp, jpy) = (
            try code("USD"), try code("EUR"), try code("GBP"), try code("JPY")
        )
        var account = AccountState(
            fingerprint: .max, month: AccountState.Month(year: 2026, month: 9))
        account.gate = AccountState.Gate(
            opensAt: now + .seconds(120), nextTryAt: now + .seconds(60), base: usd, isQuota: true)
        account.limitAnswersInARow = 3
        account.stretch = 8
        account.roundStartedAt = now - .seconds(30)
        account.roundBases = [usd, eur]
        account.monthRequests = 4_321
        account.formerMonth = AccountState.MonthCount(
            month: AccountState.Month(year: 2026, month: 8), requests: 77)
        return StoredState(
            account: account,
            bases: [
                BaseState(base: eur, firstDueAt: Timestamp(nanosecondsSinceEpoch: .min)),
                BaseState(
                    base: usd, firstDueAt: now, lastAttemptAt: now + .nanoseconds(1),
                    lastSuccessAt: Timestamp(nanosecondsSinceEpoch: .max),
                    lastResult: .failed(.rateLimited), failuresInARow: 4,
                    notBefore: Timestamp(nanosecondsSinceEpoch: 1_789_000_100_123_456_789),
                    context: ReplyContext(
                        source: "live", marketSession: "open", stamp: "", observedAt: nil)),
            ],
            symbols: [
                SymbolState(base: eur, symbol: gbp, expectedSince: now),
                SymbolState(
                    base: usd, symbol: eur, expectedSince: now, lastSeenAt: now - .seconds(1),
                    isInLastGoodAnswer: true,
                    reading: Reading(
                        rate: try #require(
                            Decimal(string: "0.85123456789012345678901234567890123456")),
                        observedAt: now, stamp: "2026-09-09T23:06:40.123456789Z",
                        source: "ecb_daily", marketSession: "weekend",
                        upstreamInterval: .nanoseconds(1_500_000_001))),
                SymbolState(
                    base: usd, symbol: jpy, expectedSince: now, lastSeenAt: now,
                    reading: Reading(
                        rate: 150, observedAt: now, stamp: "e\u{301} \u{0} 'x'\n\"", source: "")),
            ],
            polls: [
                PollRecord(base: usd, startedAt: now, duration: .milliseconds(12), result: .good),
                PollRecord(
                    base: eur, startedAt: now - .seconds(60), duration: .zero,
                    result: .failed(.decode)),
            ],
            alerting: try alerting())
    }

    /// A state of which every row says the same number.
    static func numbered(_ number: Int, bases: Int = 3, symbols: Int = 4) throws -> StoredState {
        var account = AccountState(fingerprint: 1, month: AccountState.Month(year: 2026, month: 1))
        account.monthRequests = number
        var state = StoredState(account: account, alerting: alerting(numbered: number))
        for baseIndex in 0..<bases {
            let base = try code(baseIndex)
            state.bases.append(BaseState(base: base, firstDueAt: now, failuresInARow: number))
            for symbolIndex in 0..<symbols {
                state.symbols.append(
                    SymbolState(
                        base: base, symbol: try code(1_000 + symbolIndex), expectedSince: now,
                        reading: Reading(
                            rate: Decimal(number), observedAt: now, stamp: "\(number)",
                            source: "live")))
            }
        }
        return state
    }

    /// The number that every row of a state says; nil where they disagree.
    static func number(of state: StoredState) -> Int? {
        let numbers = Set(
            state.bases.map { $0.failuresInARow }
                + state.symbols.compactMap { $0.reading.flatMap { Int($0.stamp) } }
                + numbers(of: state.alerting) + [state.account?.monthRequests ?? 0])
        return numbers.count == 1 ? numbers.first : nil
    }
}

extension StateUpdate {
    /// All rows of a state.
    init(_ state: StoredState) {
        self.init(
            account: state.account, bases: state.bases, symbols: state.symbols, polls: state.polls,
            alerting: state.alerting)
    }
}
