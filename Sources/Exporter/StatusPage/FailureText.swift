import ExchangeRate

/// What a failed poll said, for beside its reason.
enum FailureText {
    /// The message without the reason, which it begins with and which the API's code often repeats.
    ///
    /// Nil where nothing else is left.
    static func text(_ message: String?, reason: FailureReason) -> String? {
        let parts = (message ?? "").split(separator: ": ", omittingEmptySubsequences: false)
            .filter { $0 != reason.rawValue }
        let text = parts.joined(separator: ": ")
        return text.isEmpty ? nil : text
    }
}
