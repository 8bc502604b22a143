import Domain
import ExchangeRate
import Foundation
import Freshness

extension CurrencyCode {
    static let usd = code("USD")
    static let eur = code("EUR")
    static let gbp = code("GBP")
    static let jpy = code("JPY")

    private static func code(_ text: String) -> CurrencyCode {
        guard let code = CurrencyCode(text) else { preconditionFailure("no code: \(text)") }
        return code
    }
}

extension Timestamp {
    /// 2026-06-16T14:00:00Z, a Tuesday.
    static let example = Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000)
}

extension Latest {
    /// A reply whose data is so many seconds after the example time.
    static func example(
        base: CurrencyCode = .usd, _ rates: [String: String], at seconds: Int,
        source: String = "live", session: String? = "open",
        rejected: [String: RateRejection] = [:]
    ) -> Latest {
        Latest(
            base: base, source: source, marketSession: session, dataUpdatedAt: "t\(seconds)",
            observedAt: .example + .seconds(seconds),
            rates: rates.compactMapValues { Decimal(string: $0) }, rejected: rejected)
    }
}
