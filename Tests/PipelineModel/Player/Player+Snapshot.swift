import Domain
import ExchangeRate
import Freshness
import Pipeline

extension Player {
    /// Compares what pages show with what the model knows.
    func compareSnapshot() throws(Interruption) {
        let snapshot = state.snapshot(now: now, storage: StorageSnapshot())
        try compareAlerts(snapshot)
        for base in snapshot.bases { try compare(base) }
        let polling = reference.polling
        let month = ReferencePolling.Month(now.timestamp)
        let count = polling.requests[month] ?? 0
        try demand(
            snapshot.account.monthRequests == count,
            "the month has \(snapshot.account.monthRequests) requests, not \(count)")
        try demand(
            snapshot.account.stretch == polling.stretch,
            "the stretch is \(snapshot.account.stretch), not \(polling.stretch)")
        let gate = polling.isClosed(now) ? polling.gate?.opensAt.instant : nil
        try demand(
            snapshot.account.backoffUntil.map { now.instant(at: $0) } == gate,
            "the gate opens \(snapshot.account.backoffUntil?.iso8601 ?? "now"), "
                + "not \(gate.map { now.timestamp(at: $0).iso8601 } ?? "now")")
        for receiver in snapshot.receivers {
            try demand(
                receiver.counters.attempts == tries[receiver.name] ?? 0,
                "\(receiver.name) counts \(receiver.counters.attempts) tries")
        }
    }

    private func compareAlerts(_ snapshot: Snapshot) throws(Interruption) {
        for alert in snapshot.alerts {
            let expected = reference.alerts.states[alert.key]
            try demand(
                alert.state?.phase == expected.map { $0.isFiring ? .firing : .pending }
                    && alert.state?.startsAt == expected?.episode.startsAt
                    && alert.state?.labels == expected?.episode.labels,
                "\(alert.key) is \(alert.state.map { "\($0.phase) \($0.startsAt.iso8601)" } ?? "inactive"), "
                    + "not \(expected.map { "\($0.isFiring) \($0.episode.told)" } ?? "inactive")")
        }
    }

    private func compare(_ found: BaseSnapshot) throws(Interruption) {
        guard let base = reference.data.bases[found.base] else {
            throw .disagreement("\(found.base) is shown, but not configured")
        }
        let code = found.base
        try demand(
            Set(found.symbols.map(\.symbol)) == Set(base.symbols.keys),
            "\(code) has \(found.symbols.map(\.symbol)), not \(base.symbols.keys.sorted())")
        for symbol in found.symbols {
            guard let known = base.symbols[symbol.symbol] else { continue }
            try demand(
                symbol.observation?.observedAt == known.reading?.observedAt
                    && symbol.observation?.source == known.reading?.source,
                "\(code)/\(symbol.symbol) is of "
                    + "\(symbol.observation?.observedAt.iso8601 ?? "never"), "
                    + "not \(known.reading?.observedAt.iso8601 ?? "never")")
            let staleFrom = reference.data.staleFrom(known, of: base, setup)
            try demand(
                symbol.staleAfter == staleFrom,
                "\(code)/\(symbol.symbol) is due \(now.timestamp(at: symbol.staleAfter).iso8601), "
                    + "not \(now.timestamp(at: staleFrom).iso8601)")
        }
        try demand(
            found.isStale(at: now.instant)
                == reference.data.isStale(code, setup, at: now.instant),
            "\(code) is \(found.isStale(at: now.instant) ? "" : "not ")stale")
        try demand(
            found.ownInterval == setup.ownInterval(base.watched),
            "\(code) has the interval \(found.ownInterval), not \(setup.ownInterval(base.watched))")
        let interval = reference.polling.interval(of: base.watched, with: reference.data, setup)
        if let track = reference.polling.tracks[code], !reference.polling.isSlow(track),
            !track.isUnderWay
        {
            try demand(
                interval.contains(found.pollInterval),
                "\(code) has the interval \(found.pollInterval), not \(interval)")
        }
        try demand(
            found.counters.polls == polls[code] ?? 0
                && found.counters.errors == errors[code] ?? [:],
            "\(code) counts \(found.counters.polls) polls and \(found.counters.errors), "
                + "not \(polls[code] ?? 0) and \(errors[code] ?? [:])")
    }
}
