import APIModel
import Pipeline
import Polling

extension RehearsalSettings {
    /// The modelled API, with the limits that are known of the account.
    ///
    /// | account | limits |
    /// |---|---|
    /// | without a key, at the public API | those of one address: 12 a minute, 100 an hour |
    /// | without a key, elsewhere | none: another exporter has none |
    /// | with a key, and `monthly_quota` | that quota |
    /// | with a key, without `monthly_quota` | none: what the plan grants is not known |
    var provider: ProviderSettings {
        var provider = ProviderSettings()
        switch feed {
        case .live: provider.feed = .live
        case .daily: provider.feed = .daily
        }
        let quota = pipeline.poll.monthlyQuota
        provider.enforcesLimits = pipeline.isKeyless ? pipeline.isPublicAPI : quota > 0
        provider.monthlyQuota = quota
        return provider
    }
}
