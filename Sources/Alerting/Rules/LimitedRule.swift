import Domain
import Freshness

/// `ExchangeRateLimited`: the API says again and again that too much is asked.
enum LimitedRule {
    /// Good answers in a row that end the alert.
    static let goodUntilClear = 3

    /// Judges the last answers.
    static func verdict(
        on answers: [AnswerKind], outlook: LimitOutlook, settings: AlertSettings
    ) -> RuleVerdict {
        let last = answers.suffix(goodUntilClear)
        if last.count == goodUntilClear, last.allSatisfy({ $0 == .good }) {
            return .cleared(annotations: [:])
        }
        let window = answers.suffix(settings.limitWindow)
        let limits = window.count { $0 == .limit || $0 == .quota }
        let isQuotaSpent = window.contains(.quota)
        guard limits >= settings.limitCount || isQuotaSpent || outlook.gateMakesStale else {
            return .unknown
        }
        var sentences = [
            isQuotaSpent
                ? "The month's quota is spent."
                : "\(limits) of the last \(window.count) answers were limit answers."
        ]
        if let opens = outlook.gateOpensAt {
            sentences.append("Polling pauses until \(opens.iso8601).")
        }
        sentences.append(
            // In whole seconds: a text that trembles with the clocks would be stored each time.
            outlook.staleFrom.map {
                "The data at hand stays fresh until \($0.startOfSecond.iso8601)."
            }
                ?? "None of the data at hand is fresh.")
        sentences.append(
            "Lengthen the intervals, poll fewer bases, or raise the plan; `check-config` shows "
                + "what the configuration asks for.")
        return .met(annotations: [
            "summary": isQuotaSpent
                ? "The API's monthly quota is spent"
                : "The API limits our requests",
            "description": sentences.joined(separator: " "),
        ])
    }
}
