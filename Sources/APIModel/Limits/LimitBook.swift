import Freshness

/// Who asked how often, and who asked too often.
///
/// Windows without a key slide: that is the strictest way to read "12 a minute".
struct LimitBook: Sendable {
    /// What a request meets.
    struct Verdict: Sendable, Hashable {
        /// Why it is refused; nil lets it pass.
        var refusal: APIErrorCode?
        /// Requests that are left in the window.
        var remaining: Int
        /// When the window has room again, or begins anew.
        var reset: Timestamp
    }

    private struct Month: Sendable {
        var start: Timestamp
        var count: Int
    }

    private static let minute = Duration.seconds(60)
    private static let hour = Duration.seconds(3600)

    private var requests: [String: [Timestamp]] = [:]
    private var months: [String: Month] = [:]

    /// Counts a request of a key against its month.
    ///
    /// A refused request does not count.
    mutating func count(
        key: String, settings: ProviderSettings, at now: Timestamp
    ) -> Verdict {
        let (year, month, _) = now.utcDate.components
        let start = Self.startOfMonth(month, of: year, otherwise: now)
        let next =
            month == 12
            ? Self.startOfMonth(1, of: year + 1, otherwise: now)
            : Self.startOfMonth(month + 1, of: year, otherwise: now)
        var entry = months[key] ?? Month(start: start, count: 0)
        if entry.start != start { entry = Month(start: start, count: 0) }
        let isSpent = entry.count >= settings.monthlyQuota
        if !isSpent || !settings.enforcesLimits { entry.count += 1 }
        months[key] = entry
        return Verdict(
            refusal: isSpent && settings.enforcesLimits ? .quotaExceeded : nil,
            remaining: max(0, settings.monthlyQuota - entry.count), reset: next)
    }

    /// Counts a request without a key against the minute and the hour of its address.
    ///
    /// A refused request does not count.
    mutating func count(
        address: String, settings: ProviderSettings, at now: Timestamp
    ) -> Verdict {
        forgetBefore(now)
        var times = requests[address] ?? []
        let inMinute = times.count { $0 > now - Self.minute }
        let isOverMinute = inMinute >= settings.anonymousPerMinute
        let isOverHour = times.count >= settings.anonymousPerHour
        let isRefused = settings.enforcesLimits && (isOverMinute || isOverHour)
        if !isRefused { times.append(now) }
        requests[address] = times
        let leftInMinute = settings.anonymousPerMinute - times.count { $0 > now - Self.minute }
        let leftInHour = settings.anonymousPerHour - times.count
        // The window that has less room is the one to tell of.
        let reset =
            leftInHour < leftInMinute || (isOverHour && isRefused)
            ? Self.room(in: times, perWindow: settings.anonymousPerHour, window: Self.hour, now)
            : Self.room(
                in: times, perWindow: settings.anonymousPerMinute, window: Self.minute, now)
        return Verdict(
            refusal: isRefused ? .ipRateLimited : nil,
            remaining: max(0, min(leftInMinute, leftInHour)), reset: reset)
    }

    /// Forgets what no window holds any more, and what a clock that was put back has not reached.
    private mutating func forgetBefore(_ now: Timestamp) {
        let start = now - Self.hour
        for (address, times) in requests {
            let kept = times.filter { $0 > start && $0 <= now }
            requests[address] = kept.isEmpty ? nil : kept
        }
    }

    /// When the oldest of the requests that fill a window leaves it.
    private static func room(
        in times: [Timestamp], perWindow limit: Int, window: Duration, _ now: Timestamp
    ) -> Timestamp {
        let counted = times.filter { $0 > now - window }
        guard let oldest = counted.suffix(max(1, limit)).first else { return now + window }
        return oldest + window
    }

    private static func startOfMonth(
        _ month: Int, of year: Int, otherwise now: Timestamp
    ) -> Timestamp {
        CivilDate(year: year, month: month, day: 1)?.startInUTC ?? now
    }
}
