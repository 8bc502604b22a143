public import ExchangeRate

/// How a poll ended.
public enum PollResult: Sendable, Hashable {
    case good
    case failed(FailureReason)

    /// The reason of the failure as its metric label; empty where the poll was good.
    public var label: String {
        switch self {
        case .good: ""
        case .failed(let reason): reason.rawValue
        }
    }

    /// Reads what `label` wrote; nil for a label of no known reason.
    public init?(label: String) {
        if label.isEmpty {
            self = .good
        } else if let reason = FailureReason(rawValue: label) {
            self = .failed(reason)
        } else {
            return nil
        }
    }
}
