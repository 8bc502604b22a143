import Domain
import ExchangeRate
import Foundation
import Freshness
import Pipeline

/// A state with something in most fields: readings, failures, alerts that fire, notifications that
/// wait.
enum ExampleState {
    static let firing: PipelineState = {
        let eur = code("EUR")
        let usd = code("USD")
        let time = ExamplePipeline.now.timestamp
        let latest = Latest(
            base: eur, source: "live", marketSession: "open", dataUpdatedAt: time.iso8601,
            observedAt: time, rates: ["USD": 1, "GBP": 2], sources: ["GBP": "ecb_daily"],
            pollInterval: .seconds(60))
        return ExamplePipeline.firing(after: [eur: .success(latest), usd: .failure(limited)])
    }()

    static let limited = ExchangeRateError(
        reason: .rateLimited, status: 429, message: "limited", retryAfter: .after(.seconds(9)))

    private static func code(_ text: String) -> CurrencyCode {
        guard let code = CurrencyCode(text) else {
            preconditionFailure("\(text) is no code")
        }
        return code
    }
}
