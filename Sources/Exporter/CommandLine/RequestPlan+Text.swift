import Domain

extension RequestPlan {
    /// What does not fit, each with what to do.
    var warnings: [String] {
        var warnings: [String] = []
        if exceedsAnonymousLimits {
            warnings.append(
                "this does not fit the limits without a key; expect answers of 429, or use a "
                    + "key, longer intervals, or requests_per_minute and requests_per_hour")
        }
        if let days = daysOfQuota {
            warnings.append(
                "a month of 31 days takes \(CountText.text(perMonth)) requests; the quota of "
                    + "\(monthlyQuota) is spent after \(CountText.text(days)) days")
        }
        return warnings
    }

    /// The limits without a key, in words.
    static let anonymousLimits =
        "\(CountText.text(anonymousPerMinute)) a minute, \(CountText.text(anonymousPerHour)) an hour"
}
