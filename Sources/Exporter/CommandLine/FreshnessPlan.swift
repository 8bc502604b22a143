import ConfigTree
import Freshness

/// What the plan tells of freshness: when data of each class is overdue.
struct FreshnessPlan {
    /// No source pauses for so long; a limit beyond it hides a feed that has ended.
    private static let longestSensible: Duration = .seconds(30 * 86400)

    private let limits: FreshnessLimits
    /// The intervals in force, which are added to each limit.
    private let intervals: [Duration]

    /// Makes it.
    init(limits: FreshnessLimits, intervals: [Duration]) {
        self.limits = limits
        self.intervals = intervals
    }

    /// The table, with its head.
    var rows: [[String]] {
        [["FRESHNESS", "LIMIT", "DUE AFTER"]]
            + named.map { [$0.name.printable, Self.text(of: $0.limit), due(of: $0)] }
    }

    var warnings: [String] {
        misspelled + withoutEffect
            + named.compactMap { name, limit in
                guard case .age(let age) = limit, age > Self.longestSensible else { return nil }
                return "freshness.\(name.printable) is \(age.prometheusText), over 30 days: "
                    + "data that ended counts as fresh for all that time"
            }
    }

    private var named: [(name: String, limit: FreshnessLimit)] {
        let listed = limits.classes.sorted { $0.key < $1.key }
        return [
            (name: FreshnessLimits.liveClass, limit: .age(limits.live)),
            (name: Self.closed, limit: .age(limits.liveClosed)),
        ] + listed.map { (name: $0.key, limit: $0.value) }
            + [(name: "default", limit: .age(limits.unlisted))]
    }

    private static let closed = "live_closed"

    private static func text(of limit: FreshnessLimit) -> String {
        switch limit {
        case .age(let age): age.prometheusText
        case .targetPublication(let grace): "\(grace.prometheusText) of grace"
        }
    }

    private func due(of row: (name: String, limit: FreshnessLimit)) -> String {
        switch row.limit {
        case .age(let age) where row.name == Self.closed:
            "\(due(after: max(age, limits.live))), or \(due(after: limits.live)) after the opening"
        case .age(let age): due(after: age)
        case .targetPublication(let grace):
            "\(due(after: grace)) from 16:00 Frankfurt on the next TARGET day"
        }
    }

    private func due(after limit: Duration) -> String {
        let first = intervals.min() ?? .zero
        let last = intervals.max() ?? .zero
        let texts = [limit + first, limit + last].map(\.roundedText)
        return texts[0] == texts[1] ? texts[0] : "\(texts[0]) to \(texts[1])"
    }

    private var withoutEffect: [String] {
        guard limits.liveClosed < limits.live else { return [] }
        return [
            "freshness.live_closed is \(limits.liveClosed.prometheusText), under freshness.live, "
                + "which counts in its place"
        ]
    }

    /// Any name is a class, so that one which is nearly a known one is told, not refused.
    private var misspelled: [String] {
        let known =
            FreshnessLimits.standard.classes.keys.sorted()
            + [FreshnessLimits.liveClass, Self.closed, "default"]
        return limits.classes.keys.sorted().compactMap { name in
            guard !known.contains(name), let meant = Spelling.nearest(to: name, among: known)
            else { return nil }
            return "freshness.\(name.printable) is no class of the API that is known; "
                + "did you mean \(meant)?"
        }
    }
}
