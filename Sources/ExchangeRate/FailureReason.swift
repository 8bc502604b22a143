/// Why a request for rates failed, in a bounded list that serves as a metric label.
public enum FailureReason: String, Sendable, Hashable, CaseIterable {
    case dns
    case connect
    case tls
    case timeout
    case redirect
    case tooLarge = "too_large"
    case badRequest = "bad_request"
    case unauthorized
    case forbidden
    case notFound = "not_found"
    case unprocessable
    case rateLimited = "rate_limited"
    case quotaExceeded = "quota_exceeded"
    case server
    case unexpectedStatus = "unexpected_status"
    /// A reply that was cut or reset on its way, or has a head that cannot be taken.
    case interrupted
    /// An error in a 200 whose code the table does not know.
    case apiError = "api_error"
    case decode
    case baseMismatch = "base_mismatch"

    /// Whether the answer says that too much was asked: it closes the gate of the account.
    public var isLimit: Bool {
        self == .rateLimited || self == .quotaExceeded
    }

    /// Whether no answer of the API came at all, so that nothing is known of limits and keys.
    public var isWithoutAnswer: Bool {
        switch self {
        case .dns, .connect, .tls, .timeout, .interrupted: true
        case .redirect, .tooLarge, .badRequest, .unauthorized, .forbidden, .notFound,
            .unprocessable, .rateLimited, .quotaExceeded, .server, .unexpectedStatus, .apiError,
            .decode, .baseMismatch:
            false
        }
    }
}
