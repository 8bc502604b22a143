import APIModel
import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import Pipeline
import Polling

/// What must be told of incidents, by the rules alone: of the pipeline nothing is asked.
///
/// Each time is the latest possible one, so that an incident which is over by then need not page:
///
/// | incident | must fire | by |
/// |---|---|---|
/// | freeze, down, slow beyond the timeout, limit, quota, key | stale, for each base | when data of the incident's start is due, and `for` |
/// | older | stale, for each base | the same, where data so old is overdue |
/// | missing symbol, bad numbers | symbol stale or stale, for each base | when data of the start is due, and `for` |
/// | quota | limited | the shortest interval |
/// | limit | limited | the shortest interval, and the waits up to the `count`-th limit answer |
/// | key | key rejected | the shortest interval |
///
/// What shows in answers alone (the last three) must do so only in a time in which no other
/// incident, or what is left of one, puts polls off or spoils their answers.
struct Requirements: Sendable {
    private let settings: RehearsalSettings
    private let pace: Pace
    private let provider: ProviderSettings

    init(_ settings: RehearsalSettings) {
        self.settings = settings
        pace = Pace(settings)
        provider = settings.provider
    }

    private var alerts: AlertSettings { settings.pipeline.alerting.alerts }

    /// How long after it fired an alert is told at the latest, while its receivers answer.
    var telling: Duration { max(alerts.groupWait, alerts.groupInterval) + .seconds(10) }

    /// What must fire because of an incident.
    func requirements(of incident: Incident) -> [Requirement] {
        let all: [Requirement]
        switch incident.kind.effect {
        case .ageing where isWithoutEffect(incident): all = []
        case .ageing: all = ageing(incident)
        case .ageingOneSymbol: all = ageingOneSymbol(incident)
        case .limiting, .rejecting: all = answered(incident) + ageing(incident)
        case .silencing: all = []
        }
        return all.filter { $0.firesBy + telling <= incident.end }
    }

    private func isWithoutEffect(_ incident: Incident) -> Bool {
        incident.kind == .slow && (incident.delay ?? .zero) < settings.timeout
    }

    /// Whether an alert is evaluated, and somebody is to be told of it.
    private func isTold(_ name: AlertName) -> Bool {
        alerts[name].isEnabled
            && settings.pipeline.alerting.receivers.contains { $0.alerts.contains(name) }
    }

    // MARK: Data that becomes old

    private func ageing(_ incident: Incident) -> [Requirement] {
        guard isTold(.stale) else { return [] }
        return settings.pipeline.bases.filter { incident.hits($0) }.compactMap { base in
            let dues = classes(of: base).compactMap { due(of: $0, for: base, in: incident) }
            return dues.min().map { due in
                Requirement(
                    names: [.stale], base: base.base, firesBy: due + alerts.stale.holdFor)
            }
        }
    }

    private func ageingOneSymbol(_ incident: Incident) -> [Requirement] {
        guard let symbol = incident.symbol, isTold(.symbolStale), isTold(.stale) else { return [] }
        let holdFor = max(alerts.stale.holdFor, alerts.symbolStale.holdFor)
        return settings.pipeline.bases.filter { incident.hits($0) }.compactMap { base in
            let source = source(of: symbol, for: base.base)
            return due(of: source, for: base, in: incident).map { due in
                Requirement(
                    names: [.symbolStale, .stale], base: base.base, firesBy: due + holdFor)
            }
        }
    }

    /// When the newest data that an incident leaves is due; nil where data goes on to be fresh.
    private func due(
        of source: String, for base: WatchedBase, in incident: Incident
    ) -> Timestamp? {
        var due = due(of: source, for: base, seenAt: incident.start)
        if incident.kind == .freeze {
            // That the market has closed meanwhile is told by answers that still come.
            due = max(due, self.due(of: source, for: base, seenAt: incident.start, now: due))
        }
        guard incident.kind == .older, let lag = incident.lag else { return due }
        let overdueUntil = due + alerts.stale.holdFor
        let isOverdue = [due, overdueUntil].allSatisfy { time in
            let later = time + .seconds(60)
            return self.due(of: source, for: base, seenAt: later - lag, now: later) < later
        }
        return isOverdue ? due : nil
    }

    /// When the newest data of a time is due.
    private func due(
        of source: String, for base: WatchedBase, seenAt time: Timestamp, now: Timestamp? = nil
    ) -> Timestamp {
        let isLive = source == FreshnessLimits.liveClass
        return settings.pipeline.limits.due(
            source: source,
            marketSession: FXCalendar.isOpen(at: now ?? time) ? "open" : "closed",
            observedAt: isLive ? time : Self.publication(before: time),
            interval: pace.interval(of: base.base), now: now ?? time)
    }

    /// The stamp of the ECB's newest fix at a time.
    private static func publication(before time: Timestamp) -> Timestamp {
        var day = TargetCalendar.day(onOrBefore: LocalClock.frankfurt.day(at: time))
        if TargetCalendar.publication(on: day) > time { day = TargetCalendar.day(before: day) }
        return TargetCalendar.publication(on: day)
    }

    private func classes(of base: WatchedBase) -> Set<String> {
        let symbols =
            base.symbols.isEmpty
            ? ReferenceRates.embedded.currencies.filter { $0 != base.base } : base.symbols
        return Set(symbols.map { source(of: $0, for: base.base) })
    }

    private func source(of symbol: CurrencyCode, for base: CurrencyCode) -> String {
        let fixed = provider.dailyCurrencies
        let isFixed = fixed.contains(symbol) || fixed.contains(base)
        switch provider.feed {
        case .live: return isFixed ? FreshnessLimits.ecbClass : FreshnessLimits.liveClass
        case .daily: return FreshnessLimits.ecbClass
        }
    }

    // MARK: Answers that say what is wrong

    private func answered(_ incident: Incident) -> [Requirement] {
        let name: AlertName
        var needed = pace.shortestInterval
        switch incident.kind {
        case .limit:
            name = .limited
            needed += pace.waits(
                betweenLimitAnswers: alerts.limitCount, retryAfter: incident.retryAfter)
        case .quota: name = .limited
        case .key: name = .keyRejected
        case .freeze, .down, .slow, .older, .missingSymbol, .badNumbers, .receiverDown:
            return []
        }
        guard isTold(name) else { return [] }
        let needs = needed + telling
        let free = undisturbed(incident).first { $0.upperBound - $0.lowerBound >= needs }
        return free.map {
            [Requirement(names: [name], base: nil, firesBy: $0.lowerBound + needed)]
        } ?? []
    }

    /// The parts of an incident in which no other one spoils answers or puts polls off.
    private func undisturbed(_ incident: Incident) -> [Range<Timestamp>] {
        let others = settings.incidents.filter { other in
            switch other.kind {
            case .down, .slow, .limit, .quota, .key: other != incident
            case .freeze, .older, .missingSymbol, .badNumbers, .receiverDown: false
            }
        }
        return others.reduce([incident.start..<incident.end]) { parts, other in
            let end = other.end + pace.recovery(from: other)
            return parts.flatMap { part in
                [
                    part.lowerBound..<max(part.lowerBound, min(part.upperBound, other.start)),
                    min(part.upperBound, max(part.lowerBound, end))..<part.upperBound,
                ].filter { !$0.isEmpty }
            }
        }
    }
}
