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
            + named.map { [Self.shown($0.name), $0.limit.prometheusText, due(after: $0.limit)] }
    }

    var warnings: [String] {
        misspelled
            + named.filter { $0.limit > Self.longestSensible }.map {
                "freshness.\(Self.shown($0.name)) is \($0.limit.prometheusText), over 30 days: data that "
                    + "ended counts as fresh for all that time"
            }
    }

    private var named: [(name: String, limit: Duration)] {
        let classes = limits.classes.keys.sorted { left, right in
            (left == FreshnessLimits.live ? 0 : 1, left)
                < (right == FreshnessLimits.live ? 0 : 1, right)
        }
        let listed = classes.map { (name: $0, limit: limits.classes[$0] ?? limits.unlisted) }
        return listed.prefix(1) + [(name: "live_closed", limit: limits.liveClosed)]
            + listed.dropFirst() + [(name: "default", limit: limits.unlisted)]
    }

    private func due(after limit: Duration) -> String {
        let first = intervals.min() ?? .zero
        let last = intervals.max() ?? .zero
        let texts = [limit + first, limit + last].map(\.roundedText)
        return texts[0] == texts[1] ? texts[0] : "\(texts[0]) to \(texts[1])"
    }

    /// Any name is a class, so that one which is nearly a known one is told, not refused.
    private var misspelled: [String] {
        let known = FreshnessLimits.standard.classes.keys.sorted() + ["live_closed", "default"]
        return limits.classes.keys.sorted().compactMap { name in
            guard !known.contains(name), let meant = Spelling.nearest(to: name, among: known)
            else { return nil }
            return "freshness.\(Self.shown(name)) is no class of the API that is known; "
                + "did you mean \(meant)?"
        }
    }

    /// A name of the user's, without a key in it and without what a terminal obeys.
    private static func shown(_ name: String) -> String {
        Redaction(secretPrefixes: [Configuration.keyPrefix]).clean(name)
            .unicodeScalars.map(\.printable).joined()
    }
}
