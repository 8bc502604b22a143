import Domain
import ExchangeRate
import Freshness

/// What happened in a rehearsal.
struct SimulationLog: Sendable {
    /// An alert that fired.
    struct FiredAlert: Sendable {
        let name: AlertName
        /// Nil for alerts of the account.
        let base: CurrencyCode?
        /// As it was when it began; `endsAt` is nil while it fires.
        var alert: Alert
        let firedAt: Timestamp
    }

    /// A notification that a receiver took.
    struct Delivery: Sendable {
        let at: Timestamp
        let notification: Notification
        let attempts: Int
        /// The alerts that this receiver heard of for the first time.
        var news: [Alert.Episode]
    }

    /// Requests to the API, by the month in UTC that they left in.
    struct MonthOfRequests: Sendable {
        let year: Int
        let month: Int
        var count = 0
    }

    private(set) var months: [MonthOfRequests] = []
    private(set) var alerts: [FiredAlert] = []
    private(set) var deliveries: [Delivery] = []
    private(set) var dropped: [(at: Timestamp, notification: Notification)] = []
    private(set) var most = BusiestSpans()
    private var told: Set<Hearing> = []

    private struct Hearing: Hashable {
        let receiver: String
        let episode: Alert.Episode
    }

    mutating func noteRequest(at time: Timestamp) {
        most.note(time)
        let (year, month, _) = time.utcDate.components
        if months.last?.month != month || months.last?.year != year {
            months.append(MonthOfRequests(year: year, month: month))
        }
        months[months.count - 1].count += 1
    }

    mutating func noteFired(_ alert: Alert, at time: Timestamp) {
        guard let name = alert.name else { return }
        alerts.append(
            FiredAlert(
                name: name, base: alert.labels["base"].flatMap { CurrencyCode($0) }, alert: alert,
                firedAt: time))
    }

    mutating func noteResolved(_ alert: Alert) {
        guard
            let index = alerts.lastIndex(where: {
                $0.alert.labels == alert.labels && $0.alert.endsAt == nil
            })
        else { return }
        alerts[index].alert.endsAt = alert.endsAt
    }

    mutating func noteDelivered(_ notification: Notification, attempts: Int, at time: Timestamp) {
        var notification = notification
        // What its message has no room to name is told by another one.
        notification.alerts = AlertSelection(notification.alerts).alerts.sortedByLabels()
        let news = notification.alerts.map(\.episode).filter {
            told.insert(Hearing(receiver: notification.receiver, episode: $0)).inserted
        }
        deliveries.append(
            Delivery(at: time, notification: notification, attempts: attempts, news: news))
    }

    mutating func noteDropped(_ notification: Notification, at time: Timestamp) {
        dropped.append((time, notification))
    }
}

extension Alert {
    /// What tells two firings of one alert apart.
    struct Episode: Sendable, Hashable {
        let fingerprint: String
        let startsAt: Timestamp
    }

    var episode: Episode { Episode(fingerprint: fingerprint, startsAt: startsAt) }

    var name: AlertName? { labels["alertname"].flatMap { AlertName(rawValue: $0) } }
}
