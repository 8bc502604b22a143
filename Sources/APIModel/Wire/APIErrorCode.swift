/// The error codes that the provider documents, each with its status.
public enum APIErrorCode: String, Sendable, Hashable, CaseIterable {
    case missingParameter = "missing_parameter"
    case invalidRequest = "invalid_request"
    case invalidAPIKey = "invalid_api_key"
    case forbidden
    case quotaExceeded = "quota_exceeded"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case invalidPair = "invalid_pair"
    case unsupportedBase = "unsupported_base"
    case rateLimited = "rate_limited"
    case ipRateLimited = "ip_rate_limited"
    case internalError = "internal_error"
    case dataUnavailable = "data_unavailable"
    case liveUnavailable = "live_unavailable"
    case sourceUnavailable = "source_unavailable"
    case serviceUnavailable = "service_unavailable"
    case authUnavailable = "auth_unavailable"
    case quotaUnavailable = "quota_unavailable"

    /// The status that the code comes with.
    public var status: Int {
        switch self {
        case .missingParameter, .invalidRequest: 400
        case .invalidAPIKey: 401
        case .forbidden, .quotaExceeded: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .invalidPair, .unsupportedBase: 422
        case .rateLimited, .ipRateLimited: 429
        case .internalError: 500
        case .dataUnavailable, .liveUnavailable, .sourceUnavailable, .serviceUnavailable,
            .authUnavailable, .quotaUnavailable:
            503
        }
    }

    /// What the provider says to people.
    var message: String {
        switch self {
        case .missingParameter: "A required parameter is missing."
        case .invalidRequest: "The request is malformed."
        case .invalidAPIKey: "The API key is missing or not valid."
        case .forbidden: "Your plan does not cover this resource."
        case .quotaExceeded: "The monthly quota of this key is spent."
        case .notFound: "There is no such resource."
        case .methodNotAllowed: "This resource is read by GET."
        case .invalidPair: "None of the symbols is supported."
        case .unsupportedBase: "The base currency is not supported."
        case .rateLimited: "Too many requests."
        case .ipRateLimited: "Too many requests from this address."
        case .internalError: "Something went wrong."
        case .dataUnavailable: "No data is available."
        case .liveUnavailable: "Live rates are not available."
        case .sourceUnavailable: "The source of the rates is not available."
        case .serviceUnavailable: "The service is not available."
        case .authUnavailable: "Keys cannot be checked now."
        case .quotaUnavailable: "Quotas cannot be checked now."
        }
    }
}
