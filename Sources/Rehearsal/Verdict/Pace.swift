import Domain
import ExchangeRate
import Freshness
import Pipeline
import Polling

/// How far apart polls are, and how long one can be put off, in a configuration.
struct Pace: Sendable {
    private let settings: PipelineSettings
    private let plan: PacePlan
    /// For one request.
    private let timeout: Duration

    init(_ settings: RehearsalSettings) {
        self.settings = settings.pipeline
        plan = PacePlan(bases: settings.pipeline.bases, settings: settings.pipeline.poll)
        timeout = settings.timeout
    }

    /// The time between two polls of a base: its own, or its turn in the pace.
    func interval(of base: CurrencyCode) -> Duration { plan.interval(of: base) }

    /// Within this some base is asked, while nothing puts polls off.
    var shortestInterval: Duration {
        (settings.bases.map { interval(of: $0.base) }.min() ?? .zero) + plan.spacing
    }

    private var longestInterval: Duration {
        settings.bases.map { interval(of: $0.base) }.max() ?? .zero
    }

    /// The longest that polls lie apart after limit answers: never so far that data becomes stale
    /// by it.
    private var longestStretched: Duration {
        let grown = longestInterval + settings.limits.live
        return max(longestInterval, min(settings.poll.maxInterval, grown))
    }

    /// The waits between so many limit answers in a row, at their longest.
    func waits(betweenLimitAnswers count: Int, retryAfter: Duration?) -> Duration {
        var sum: Duration = .zero
        var doubled = settings.poll.minInterval
        for _ in 1..<max(1, count) {
            doubled = min(doubled * 2, settings.poll.maxBackoff)
            // Up to a tenth is added at random.
            let wait = max(doubled, retryAfter ?? .zero) * 1.1
            sum += min(wait, settings.poll.maxBackoff)
        }
        return sum
    }

    /// After the end of an incident, all bases have been asked again by so long.
    ///
    /// A failure is tried again within the interval; a gate, and the wait after a rejected key,
    /// last for `max_backoff` at most.
    func recovery(from incident: Incident) -> Duration {
        let round = longestStretched * 2 + timeout + .seconds(60)
        switch incident.kind.effect {
        case .ageing, .ageingOneSymbol: return round
        case .limiting, .rejecting: return settings.poll.maxBackoff + round
        case .silencing: return .zero
        }
    }
}
