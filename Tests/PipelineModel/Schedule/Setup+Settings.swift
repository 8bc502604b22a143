import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import Pipeline
import Polling

extension Setup {
    /// What the product makes of the same configuration.
    func settings(loadedAt: Timestamp) -> PipelineSettings {
        var poll = PollSettings()
        poll.minInterval = minInterval
        poll.maxInterval = maxInterval
        poll.maxBackoff = maxBackoff
        poll.requestsPerMinute = requestsPerMinute
        poll.requestsPerHour = requestsPerHour
        return PipelineSettings(
            bases: bases.map {
                WatchedBase(base: $0.code, symbols: $0.symbols, interval: $0.interval)
            },
            poll: poll,
            limits: limits,
            alerting: AlertingSettings(
                alerts: alertSettings, receivers: receivers.compactMap(\.settings),
                externalURL: "http://exporter.example/", version: "1"),
            fingerprint: key, isKeyless: false, loadedAt: loadedAt)
    }

    var limits: FreshnessLimits {
        FreshnessLimits(
            live: live, liveClosed: liveClosed, classes: ["fix": .age(fix)], unlisted: unlisted)
    }

    private var alertSettings: AlertSettings {
        var settings = AlertSettings()
        settings.labels = labels
        settings.stale = rule(.stale).settings
        settings.symbolStale = rule(.symbolStale).settings
        settings.limited = rule(.limited).settings
        settings.keyRejected = rule(.keyRejected).settings
        settings.limitCount = limitCount
        settings.limitWindow = limitWindow
        settings.groupWait = groupWait
        settings.groupInterval = groupInterval
        settings.repeatInterval = repeatInterval
        settings.giveUpAfter = giveUpAfter
        return settings
    }
}

extension Setup.Rule {
    fileprivate var settings: AlertSettings.Rule {
        AlertSettings.Rule(
            isEnabled: isEnabled, severity: severity, holdFor: holdFor,
            keepFiringFor: keepFiringFor)
    }
}

extension Setup.Receiver {
    fileprivate var settings: ReceiverSettings? {
        guard let url = try? ReceiverURL("https://\(name).example/hook") else { return nil }
        return ReceiverSettings(
            name: name, type: .webhook, url: url, sendsResolved: sendsResolved, alerts: alerts)
    }
}
