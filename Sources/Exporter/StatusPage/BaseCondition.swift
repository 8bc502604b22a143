import Domain
import ExchangeRate

/// What the page says of a base in one word; the worst first.
enum BaseCondition: Int, Comparable {
    case stale
    case partlyStale
    case failing
    case waiting
    case fresh

    /// Judges a base as it is at an instant.
    init(of base: BaseSnapshot, at instant: MonotonicInstant) {
        if base.isStale(at: instant) {
            self = .stale
        } else if base.staleSymbolCount(at: instant) > 0 {
            self = .partlyStale
        } else if case .failed = base.lastResult {
            self = .failing
        } else if base.symbols.contains(where: { $0.observation != nil }) {
            self = .fresh
        } else {
            self = .waiting
        }
    }

    var word: String {
        switch self {
        case .stale: "Stale"
        case .partlyStale: "Partly stale"
        case .failing: "Last poll failed"
        case .waiting: "Waiting for data"
        case .fresh: "Fresh"
        }
    }

    var tone: Tone {
        switch self {
        case .stale: .bad
        case .partlyStale, .failing: .warning
        case .waiting: .neutral
        case .fresh: .good
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
