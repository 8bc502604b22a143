import Domain
import Freshness

/// One thing that happens.
enum Step: Hashable {
    /// What a target of `passTo` is counted from.
    enum Target: String, Hashable, CaseIterable {
        /// The next wake-up of the product.
        case wakeUp
        /// What the model expects next.
        case change
    }

    /// Where a process is killed.
    enum KillPoint: String, Hashable, CaseIterable {
        case now
        case beforeCommit
        case afterCommit
        case beforeSending
        case afterAttempt
    }

    case pass(Duration)
    case passTo(Target, offset: Duration)
    case api(base: Int?, APIMood)
    case peer(Int?, PeerMood)
    case restart(after: Duration, Reload?)
    case kill(KillPoint, down: Duration)
    case disk(fails: Bool)
    case reload(Reload)
    case wallClock(Duration)
    case suspend(Duration)
    case newKey

    /// What a reload changes.
    enum Reload: String, Hashable, CaseIterable {
        case nothing
        case limits
        case fewerBases
        case allBases
        case rule
        case fewerReceivers
        case allReceivers
        case sendResolved
        case labels
        case interval
        case symbols
        case alertsOfReceiver
    }

    /// How many bytes a step is read from.
    static let byteCount = 5

    init(_ cursor: inout ByteCursor) {
        let durations: [Duration] = [
            .seconds(1), .seconds(10), .seconds(59), .seconds(60), .seconds(120), .seconds(300),
            .seconds(301), .seconds(900), .seconds(1800), .milliseconds(1500), .seconds(3600),
        ]
        switch cursor.byte() % 40 {
        case 0..<9: self = .pass(cursor.choice(durations))
        case 9..<15:
            self = .passTo(
                cursor.choice(Target.allCases),
                offset: cursor.choice([
                    .zero, .nanoseconds(-1), .nanoseconds(1), .seconds(1), .milliseconds(500),
                ]))
        case 15..<23: self = .api(base: cursor.choice([nil, 0, 1, 2]), APIMood(&cursor))
        case 23..<28: self = .peer(cursor.choice([nil, 0, 1, 2]), PeerMood(&cursor))
        case 28..<30:
            self = .restart(
                after: cursor.choice([.zero, .seconds(1), .seconds(30), .seconds(3600)]),
                cursor.choice([nil, nil] + Reload.allCases.map(\.self)))
        case 30..<33:
            self = .kill(
                cursor.choice(KillPoint.allCases),
                down: cursor.choice([.zero, .seconds(2), .seconds(40), .seconds(4000)]))
        case 33: self = .disk(fails: cursor.choice([true, false]))
        case 34: self = .disk(fails: false)
        case 35, 36: self = .reload(cursor.choice(Reload.allCases))
        case 37:
            self = .wallClock(
                .seconds(cursor.choice([30, -30, 400, -400, 4000, -4000, 40_000, -40_000])))
        case 38: self = .suspend(cursor.choice(durations))
        default: self = .newKey
        }
    }
}
