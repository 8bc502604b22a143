import Domain
import ExchangeRate

/// `ExchangeRateKeyRejected`: the API rejects the key, or the plan does not cover a base.
enum KeyRejectedRule {
    /// Judges the rejections that no later good answer has made up for.
    static func verdict(on rejections: KeyRejections) -> RuleVerdict {
        guard !rejections.isEmpty else { return .cleared(annotations: [:]) }
        let bases = SymbolList.text(rejections.forbidden.sorted().map(\.text))
        if rejections.unauthorizedAt != nil {
            return .met(annotations: [
                "summary": "The API rejects the key",
                "description":
                    "An answer was 401: the key is wrong, expired, or missing where one is now "
                    + "needed. No rate is updated until it is mended. Put a valid key in place "
                    + "of the old one: a key file is read again within 10 s, a key that systemd or "
                    + "the environment hands over takes a restart.",
            ])
        }
        return .met(annotations: [
            "summary": "The API's plan does not cover \(bases)",
            "description":
                "An answer was 403 with the code `forbidden`. Raise the plan, or take the base "
                + "out of the configuration.",
        ])
    }
}
