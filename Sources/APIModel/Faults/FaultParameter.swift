/// The parameters of faults, by the names that the control path takes.
public enum FaultParameter: String, Sendable, Hashable, CaseIterable {
    case retryAfter = "retry_after"
    case status
    case code
    case shape
    case location
    case bytes
    case at
    case by
    case text
    case symbols
    case value
    case to
    case delay
    case interval

    /// What it may be.
    public var allowed: String {
        switch self {
        case .retryAfter, .text, .location: "a text without control characters"
        case .status: "200 to 599"
        case .code: "an error code, such as live_unavailable"
        case .shape: ErrorShape.allCases.map(\.rawValue).joined(separator: ", ")
        case .bytes: "a number of bytes, at most 1073741824"
        case .at: "a UTC time such as 2026-06-16T14:02:00Z"
        case .by, .delay, .interval: "a duration such as 250ms, 10s, 1h30m"
        case .symbols: "currency codes with commas between them"
        case .value: WrongNumber.allCases.map(\.rawValue).joined(separator: ", ")
        case .to: "a currency code for wrong_base, a class of data for source"
        }
    }
}
