import Domain
import ExchangeRate
import Freshness

/// A configuration, in the words of the file that a user writes.
struct Setup: Hashable {
    struct Base: Hashable {
        var code: CurrencyCode
        /// Empty: all that the API returns.
        var symbols: [CurrencyCode]
        var interval: Duration
    }

    struct Rule: Hashable {
        var isEnabled = true
        var severity: String
        var holdFor: Duration
        var keepFiringFor: Duration
    }

    struct Receiver: Hashable {
        var name: String
        var sendsResolved: Bool
        var alerts: Set<AlertName>
    }

    var bases: [Base]
    var minInterval: Duration
    var maxInterval: Duration
    var maxBackoff: Duration
    var requestsPerMinute: Int
    var requestsPerHour: Int
    var live: Duration
    var liveClosed: Duration
    /// The limit of the listed class `fix`.
    var fix: Duration
    /// The limit of all other classes.
    var unlisted: Duration
    var labels: [String: String]
    var rules: [AlertName: Rule]
    var limitCount: Int
    var limitWindow: Int
    var groupWait: Duration
    var groupInterval: Duration
    var repeatInterval: Duration
    var giveUpAfter: Duration
    var receivers: [Receiver]
    /// Stands for the API's key.
    var key: UInt32 = 1

    func rule(_ name: AlertName) -> Rule {
        rules[name] ?? Rule(severity: "none", holdFor: .zero, keepFiringFor: .zero)
    }

    /// No backoff is longer.
    var longestBackoff: Duration { min(maxBackoff, maxInterval) }

    /// The time between two requests of any bases.
    var spacing: Duration {
        max(
            requestsPerMinute > 0 ? .seconds(60) / requestsPerMinute : .zero,
            requestsPerHour > 0 ? .seconds(3600) / requestsPerHour : .zero)
    }

    /// The interval of a base: the configured one, or its turn in the pace where that is longer.
    ///
    /// Where the pace does not suffice, every interval grows by the same lag, of whole milliseconds.
    func ownInterval(_ base: Base) -> Duration {
        let pace = spacing.inSeconds
        func load(_ lag: Double) -> Double {
            bases.reduce(0) { $0 + pace / ($1.interval.inSeconds + lag) }
        }
        guard load(0) > 1 else { return base.interval }
        // The whole milliseconds at which it suffices, found by halves.
        var (low, high) = (0, Int((pace * Double(bases.count) * 1000).rounded(.up)))
        while low < high {
            let middle = (low + high) / 2
            if load(Double(middle) / 1000) > 1 + 1e-12 { low = middle + 1 } else { high = middle }
        }
        return base.interval + .milliseconds(low)
    }
}
