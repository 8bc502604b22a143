extension FreshnessLimits {
    /// When newer data is due at the latest: once this has passed, the data is stale for good.
    ///
    /// | class | due |
    /// |---|---|
    /// | `live` | after `live`; where that is not before a closing, see below |
    /// | with a limit by publication | at 16:00 Frankfurt on the next TARGET day, and the grace |
    /// | with a limit by age | after it |
    /// | any other | after `unlisted` |
    ///
    /// `live` data that a closing finds within `live`, or that is stamped after it, is due after
    /// `liveClosed` while the session is not `open`. Where that reaches the opening, the data is
    /// fresh at the opening, and due `live` after it. So neither a closing nor an opening makes
    /// stale data fresh, and one time holds for all that comes: nothing changes it but another
    /// reply.
    ///
    /// Never before the observation, and never earlier for a later observation.
    ///
    /// - Parameters:
    ///   - source: the freshness class of the data.
    ///   - marketSession: the session that the newest reply with this data named; nil where it
    ///     named none.
    ///   - observedAt: the data's own time.
    ///   - interval: the time between two polls, summed along a chain of exporters.
    ///   - now: when the session was named. It says nothing of a time before the last opening: the
    ///     market counts as closed then, as the calendar has it.
    public func due(
        source: String, marketSession: String?, observedAt: Timestamp, interval: Duration,
        now: Timestamp
    ) -> Timestamp {
        if source == Self.liveClass {
            return liveDue(
                isSessionOpen: marketSession == "open", observedAt: observedAt,
                interval: interval, now: now)
        }
        switch classes[source] {
        case .age(let limit): return observedAt + limit + interval
        case .targetPublication(let grace):
            let next = TargetCalendar.day(after: LocalClock.frankfurt.day(at: observedAt))
            return TargetCalendar.publication(on: next) + grace + interval
        case nil: return observedAt + unlisted + interval
        }
    }

    private func liveDue(
        isSessionOpen: Bool, observedAt: Timestamp, interval: Duration, now: Timestamp
    ) -> Timestamp {
        let openEnd = observedAt + live + interval
        // A closing does not make data due earlier, either.
        let closedEnd = observedAt + max(live, liveClosed) + interval
        var granted = observedAt
        var closure = FXCalendar.closure(endingAfter: observedAt)
        while openEnd >= closure.lowerBound {
            let end = isSessionOpen && now < closure.upperBound ? openEnd : closedEnd
            guard end >= closure.upperBound else { return max(end, granted) }
            granted = closure.upperBound + live + interval
            let next = FXCalendar.closure(endingAfter: closure.upperBound)
            // At the end of time there is no other.
            guard next.lowerBound > closure.lowerBound else { break }
            closure = next
        }
        return max(openEnd, granted)
    }
}
