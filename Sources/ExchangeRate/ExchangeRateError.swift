public import Freshness

/// Why no rates came: tells a rejected key (401) from a limit (429), which have different cures.
public struct ExchangeRateError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public var reason: FailureReason
    /// The HTTP status, where an answer came.
    public var status: Int?
    /// The API's own error code, cut and cleaned; nil where there is none.
    public var code: String?
    /// One line for people: cut, without control characters, and never holding the key.
    public var message: String
    /// When the server asks to be asked again.
    public var retryAfter: RetryAfter?
    /// What the headers say of limits.
    public var limits: RateLimits
    /// The server's clock: the `Date` header of the answer, and the time in a cache since.
    public var serverTime: Timestamp?
    /// Symbols whose value was not taken, and why, in an answer without a single good rate.
    public var rejected: [String: RateRejection]

    /// Makes an error.
    public init(
        reason: FailureReason, status: Int? = nil, code: String? = nil, message: String,
        retryAfter: RetryAfter? = nil, limits: RateLimits = RateLimits(),
        serverTime: Timestamp? = nil, rejected: [String: RateRejection] = [:]
    ) {
        self.reason = reason
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.limits = limits
        self.serverTime = serverTime
        self.rejected = rejected
    }

    /// Whether the API itself says that the plan does not cover the request.
    ///
    /// Its code `forbidden` does; a bare 403 does not, since a proxy gives that as well.
    public var isPlanRefusal: Bool {
        reason == .forbidden && code.flatMap(FailureReason.init(code:)) == .forbidden
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
