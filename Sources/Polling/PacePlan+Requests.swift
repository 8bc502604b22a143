public import Domain
import Freshness

extension PacePlan {
    /// The requests that it leads to.
    ///
    /// - Parameters:
    ///   - monthlyQuota: the account's requests a month; 0: not known.
    ///   - isAnonymous: whether the limits for one address without a key apply.
    public func requests(monthlyQuota: Int, isAnonymous: Bool) -> RequestPlan {
        RequestPlan(
            perHour: requestsPerHour, mostPerMinute: most(in: 60), mostPerHour: most(in: 3600),
            monthlyQuota: monthlyQuota, isAnonymous: isAnonymous)
    }

    /// The most requests of a span of seconds: every base at its beginning, as far as the pace
    /// allows, and as often again as the interval of each fits in.
    private func most(in seconds: Double) -> Double {
        let due = inForce.reduce(0) { $0 + max(1, seconds / $1.inSeconds) }
        return spacing > .zero ? min(due, seconds / spacing.inSeconds) : due
    }
}
