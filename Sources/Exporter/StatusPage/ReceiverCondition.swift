import Domain

/// What the page says of a receiver in one word; the worst first.
enum ReceiverCondition: Int, Comparable {
    /// It said that it is gone, and is not tried any more.
    case stopped
    /// The last try of an undelivered notification failed.
    case failing
    /// Another address takes what this one does not.
    case partlyFailing
    /// Notifications were given up since the process began.
    case dropping
    /// A notification waits for its first try, or is on its way.
    case sending
    case unused
    case delivering

    /// Judges a receiver.
    init(of receiver: ReceiverSnapshot) {
        if receiver.isStopped {
            self = .stopped
        } else if receiver.waiting.contains(where: { $0.lastFailure != nil }) {
            self = .failing
        } else if receiver.areAllAddressesFailing {
            self = .failing
        } else if !receiver.failingAddresses.isEmpty {
            self = .partlyFailing
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
        case .stopped: "Stopped"
        case .failing: "Failing"
        case .partlyFailing: "Failing in part"
        case .dropping: "Dropped notifications"
        case .sending: "Sending"
        case .unused: "Nothing sent yet"
        case .delivering: "Delivering"
        }
    }

    var tone: Tone {
        switch self {
        case .stopped, .failing: .bad
        case .partlyFailing, .dropping: .warning
        case .sending, .unused: .neutral
        case .delivering: .good
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
