import ExchangeRate

extension FailureReason {
    /// Whether no answer of the API came at all, so that nothing is known of limits and keys.
    var isWithoutAnswer: Bool {
        switch self {
        case .dns, .connect, .tls, .timeout, .interrupted: true
        case .redirect, .tooLarge, .badRequest, .unauthorized, .forbidden, .notFound,
            .unprocessable, .rateLimited, .quotaExceeded, .server, .unexpectedStatus, .apiError,
            .decode, .baseMismatch:
            false
        }
    }
}
