import Domain

/// How bad an alert is, in the words that pagers know, from the mildest.
///
/// The label `severity` is free text. What is none of these words, such as `page`, and what is not
/// there, is an error: a pager's service wakes people for it, and does so less for a warning.
enum Severity: String, Sendable, Comparable, CaseIterable, Encodable {
    case info
    case warning
    case error
    case critical

    /// The severity that an alert's label says, in small letters or capitals.
    init(of alert: Alert) {
        self = alert.labels["severity"].flatMap { Severity(rawValue: $0.lowercased()) } ?? .error
    }

    /// The worst of the alerts that fire; of those that ended, where none does.
    init(of alerts: [Alert]) {
        let firing = alerts.filter(\.isFiring)
        self = (firing.isEmpty ? alerts : firing).map(Severity.init(of:)).max() ?? .error
    }

    static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        case .critical: 3
        }
    }
}
