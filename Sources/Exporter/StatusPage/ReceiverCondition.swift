import Domain

/// What the page says of a receiver in one word; the worst first.
enum ReceiverCondition: Int, Comparable {
    /// The last try of an undelivered notification failed.
    case failing
    /// Notifications were given up since the process began.
    case dropping
    /// A notification waits for its first try, or is on its way.
    case sending
    case unused
    case delivering

    /// Judges a receiver.
    init(of receiver: ReceiverSnapshot) {
        if receiver.waiting.contains(where: { $0.lastFailure != nil }) {
            self = .failing
        } else if receiver.counters.dropped > 0 {
            self = .dropping
        } else if !receiver.waiting.isEmpty {
            self = .sending
        } else if receiver.counters.lastSuccessAt == nil {
            self = .unused
        } else {
            self = .delivering
        }
    }

    var word: String {
        switch self {
        case .failing: "Failing"
        case .dropping: "Dropped notifications"
        case .sending: "Sending"
        case .unused: "Nothing sent yet"
        case .delivering: "Delivering"
        }
    }

    var tone: Tone {
        switch self {
        case .failing: .bad
        case .dropping: .warning
        case .sending, .unused: .neutral
        case .delivering: .good
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
