import Domain
import ExchangeRate
import Freshness

/// What must be, computed from what happened by the contract alone, in the simplest form.
///
/// It shares no code with what it judges but plain values, and for spans that touch a closing of the
/// market its due times. A process that is killed goes on from a copy.
struct Reference {
    var setup: Setup
    var polling = ReferencePolling()
    var data = ReferenceData()
    var alerts = ReferenceAlerts()
    var groups = ReferenceGroups()

    /// What a process that was killed before it stored anything leaves: nothing.
    init(nothingOf setup: Setup) {
        self.setup = setup
    }

    /// When the machine last went on after a sleep.
    var wokeAt: MonotonicInstant?

    init(_ setup: Setup, now: Moment) {
        self.setup = setup
        for base in setup.bases {
            polling.tracks[base.code] = ReferencePolling.Track(since: now)
            data.bases[base.code] = ReferenceData.Base(base, now: now)
        }
        alerts.unasked = Set(setup.bases.map(\.code))
    }

    /// Judges the present, and gives the episodes that began to fire and those that ended.
    mutating func evaluate(gateOpensAt: MonotonicInstant?, now: Moment) -> [Episode] {
        let changes = alerts.evaluate(data, gateOpensAt: gateOpensAt, setup, now: now)
        groups.take(changes, setup, now: now)
        return changes
    }

    /// When something changes by time alone.
    func nextChange(now: Moment) -> MonotonicInstant? {
        // Just after it, data is stale.
        let stale = setup.bases.filter { !alerts.unasked.contains($0.code) }
            .flatMap { data.changes(of: $0.code, setup) }
            .filter { $0 >= now.instant }.map { $0.advanced(by: .nanoseconds(1)) }
        return (stale + [alerts.nextChange(setup), groups.nextChange(setup)].compactMap(\.self))
            .min()
    }

    /// Takes over another configuration, and gives the notifications that nobody is left for.
    mutating func reload(_ setup: Setup, now: Moment) -> Set<String> {
        polling.tellRequests(by: now)
        return take(setup, now: now)
    }

    private mutating func take(_ setup: Setup, now: Moment) -> Set<String> {
        self.setup = setup
        let codes = Set(setup.bases.map(\.code))
        for (code, track) in polling.tracks where !codes.contains(code) {
            polling.retired[code] = track
            polling.tracks[code] = nil
        }
        for (code, base) in data.bases where !codes.contains(code) {
            data.retired[code] = base
            data.bases[code] = nil
        }
        for base in setup.bases {
            polling.tracks[base.code] =
                polling.tracks[base.code] ?? polling.retired.removeValue(forKey: base.code)
                ?? ReferencePolling.Track(since: now)
            var known =
                data.bases[base.code] ?? data.retired.removeValue(forKey: base.code)
                ?? ReferenceData.Base(base, now: now)
            if known.watched.symbols != base.symbols {
                known.symbols = known.symbols.filter {
                    base.symbols.isEmpty || base.symbols.contains($0.key)
                }
            }
            known.watched = base
            known.expect(now: now)
            data.bases[base.code] = known
        }
        polling.rejectKey()
        alerts.trim(setup)
        alerts.unasked.formIntersection(codes)
        let firing = alerts.states.values.filter(\.isFiring).map(\.episode)
        return groups.reload(setup, firing: firing.sorted { $0.number < $1.number }, now: now)
    }

    /// Goes on in another process with what was stored, and gives the notifications that nobody is
    /// left for.
    mutating func restart(_ setup: Setup, now: Moment) -> Set<String> {
        if setup.key != self.setup.key {
            polling.changeKey(now: now)
            alerts.answers = []
        }
        polling.restart(setup, now: now)
        data.restart(now: now)
        alerts.restart()
        wokeAt = nil
        groups.restart(setup, now: now)
        let orphans = take(setup, now: now)
        polling.retired = [:]
        data.retired = [:]
        alerts.unasked = due(at: now)
        return orphans
    }

    /// Goes on after a sleep of the machine: what was not seen is no evidence, and no time of it is
    /// served.
    mutating func noteSleep(now: Moment) {
        wokeAt = now.instant
        alerts.unasked.formUnion(due(at: now))
        alerts.standStill()
    }

    /// Bases that may be asked by now, and whose turn it is.
    private func due(at now: Moment) -> Set<CurrencyCode> {
        guard !polling.isClosed(now) else { return [] }
        let due = setup.bases.filter { base in
            let interval = polling.interval(of: base, with: data, setup).lowerBound
            return polling.due(base, interval: interval, setup) <= now.instant
        }
        return Set(due.map(\.code))
    }
}
