/// How much a record matters; the least first.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case debug, info, warn, error

    static func < (left: Self, right: Self) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warn: 2
        case .error: 3
        }
    }
}
