import HTTP

extension FailureReason {
    /// The reason that an error code of the API stands for; nil where the table lacks it.
    ///
    /// Letters of either case. The table is the provider's own.
    init?(code: String) {
        switch code.lowercased() {
        case "missing_parameter", "invalid_request":
            self = .badRequest
        case "invalid_api_key":
            self = .unauthorized
        case "forbidden":
            self = .forbidden
        case "quota_exceeded":
            self = .quotaExceeded
        case "invalid_pair", "unsupported_base":
            self = .unprocessable
        case "rate_limited", "ip_rate_limited":
            self = .rateLimited
        case "data_unavailable", "live_unavailable", "source_unavailable", "service_unavailable",
            "auth_unavailable", "quota_unavailable":
            self = .server
        default:
            return nil
        }
    }

    /// The reason that a status stands for where no known code comes with it; nil for 200.
    init?(status: Int) {
        switch status {
        case 200: return nil
        case 300..<400: self = .redirect
        case 400: self = .badRequest
        case 401: self = .unauthorized
        case 403: self = .forbidden
        case 404: self = .notFound
        case 422: self = .unprocessable
        case 429: self = .rateLimited
        case 500..<600: self = .server
        default: self = .unexpectedStatus
        }
    }

    /// The reason that a request failed on its way.
    ///
    /// A cancelled one counts as interrupted: whoever cancels knows it by the task.
    init(_ kind: TransportError.Kind) {
        switch kind {
        case .dns: self = .dns
        case .connect: self = .connect
        case .tls: self = .tls
        case .timeout: self = .timeout
        case .interrupted, .cancelled: self = .interrupted
        case .invalidRequest: self = .badRequest
        }
    }

    /// What to tell people of it, and what they can do.
    ///
    /// - Parameters:
    ///   - isKeyless: whether the request had no credentials.
    ///   - hasKnownCode: whether a code of the API said so, and not a status alone.
    func explanation(isKeyless: Bool, hasKnownCode: Bool) -> String {
        switch self {
        case .dns: "the host name could not be looked up"
        case .connect: "no connection came about"
        case .tls: "the TLS handshake failed"
        case .timeout: "no whole answer came in time"
        case .redirect: "the answer is a redirect, which is never followed; correct the API's URL"
        case .tooLarge: "the answer is too large"
        case .badRequest: "the request is malformed"
        case .unauthorized:
            isKeyless
                ? "access without a key was refused; a key is needed now"
                : "the key was rejected; replace it"
        case .forbidden:
            if !hasKnownCode {
                "access was refused, without the API's code; see whether a proxy did it"
            } else if isKeyless {
                "access without a key was refused"
            } else {
                "the plan does not cover this request"
            }
        case .notFound: "the API's URL or the base is unknown; correct it"
        case .unprocessable: "the base or a symbol is not supported; remove it"
        case .rateLimited: "the limit of requests is reached; poll less often"
        case .quotaExceeded: "the month's quota is spent until the 1st, 00:00 UTC"
        case .server: "the API is out of order; try again later"
        case .unexpectedStatus: "the status is none that the API has"
        case .interrupted: "no answer came that can be used"
        case .apiError: "the API answered with an error"
        case .decode: "the answer could not be read"
        case .baseMismatch: "the answer is for another base"
        }
    }
}
