import Domain

/// What the page says of an alert in one word; the most urgent first.
enum AlertCondition: Int, Comparable {
    case firing
    /// It fires, with a severity below the urgent ones.
    case firingCalmly
    /// It fires still, but the condition holds no more: it ends once that has lasted.
    case clearing
    case pending

    /// The severities, by Prometheus' custom, that wake nobody; any other one may.
    private static let calmSeverities: Set = ["warning", "info", "none"]

    /// Judges an alert that is pending or fires.
    init(of state: AlertState) {
        switch (state.phase, state.clearFor) {
        case (.pending, _): self = .pending
        case (.firing, .some): self = .clearing
        case (.firing, nil):
            let severity = state.labels["severity"] ?? ""
            self = Self.calmSeverities.contains(severity) ? .firingCalmly : .firing
        }
    }

    var word: String {
        switch self {
        case .firing, .firingCalmly: "Firing"
        case .clearing: "Clearing"
        case .pending: "Pending"
        }
    }

    var tone: Tone {
        switch self {
        case .firing: .bad
        case .firingCalmly, .clearing: .warning
        case .pending: .neutral
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
