public import Domain
import ExchangeRate
public import Freshness

/// What came of a rehearsal.
public struct RehearsalReport: Sendable {
    /// The requests of a month in UTC.
    public struct Month: Sendable, Hashable {
        /// `2026-01`.
        public let name: String
        public let requests: Int
    }

    /// An alert that fired.
    public struct FiredAlert: Sendable, Hashable {
        /// `endsAt` is nil where it still fired at the end.
        public let alert: Alert
        /// When its condition had held for long enough.
        public let firedAt: Timestamp
        /// Whether no incident is a reason for it.
        public let isWithoutIncident: Bool
    }

    /// A notification that a receiver took.
    public struct Delivery: Sendable, Hashable {
        public let at: Timestamp
        public let notification: Notification
        /// The tries that it took.
        public let attempts: Int
        /// Whether it tells of an alert that the receiver had not heard of.
        public let isPage: Bool
        /// Whether it is a page, and no incident is a reason for what it tells.
        public let isFalsePage: Bool
        /// Whether it tells the end alone of an alert that the receiver had not heard of, though no
        /// receiver was down.
        public let isLoneResolve: Bool
    }

    public let settings: RehearsalSettings
    public let months: [Month]
    /// The most requests of any minute, and of any hour.
    public let mostRequests: (inMinute: Int, inHour: Int)
    /// In the order in which they fired.
    public let alerts: [FiredAlert]
    /// In the order in which they were taken.
    public let deliveries: [Delivery]
    /// Notifications that were given up, and when.
    public let dropped: [(at: Timestamp, notification: Notification)]
    /// In the order in which they were given.
    public let incidents: [IncidentOutcome]

    /// How many pages came without an incident.
    public var falsePages: Int { deliveries.count(where: \.isFalsePage) }

    /// How many incidents had to page and did not.
    public var missedIncidents: Int { incidents.count { $0.verdict == .missed } }

    /// Whether no page came without an incident, and none was missed.
    public var isGood: Bool { falsePages == 0 && missedIncidents == 0 }
}

extension RehearsalSettings {
    /// Runs it.
    public func rehearse() async throws(RehearsalError) -> RehearsalReport {
        let simulation: Simulation
        do throws(ExchangeRateError) {
            simulation = try Simulation(self)
        } catch {
            throw RehearsalError("\(error)")
        }
        return RehearsalReport(self, log: await simulation.run())
    }
}

extension RehearsalReport {
    init(_ settings: RehearsalSettings, log: SimulationLog) {
        let judge = Judge(settings, log: log)
        let groundless = Set(
            log.alerts.filter { judge.isWithoutReason($0) }.map(\.alert.episode))
        self.settings = settings
        months = log.months.map { month in
            Month(
                name: "\(month.year.padded(to: 4))-\(month.month.padded(to: 2))",
                requests: month.count)
        }
        mostRequests = (log.most.inMinute, log.most.inHour)
        alerts = log.alerts.map { fired in
            FiredAlert(
                alert: fired.alert, firedAt: fired.firedAt,
                isWithoutIncident: groundless.contains(fired.alert.episode))
        }
        deliveries = log.deliveries.map { delivery in
            let notification = delivery.notification
            let unheard = notification.alerts.contains { alert in
                !alert.isFiring && delivery.news.contains(alert.episode)
            }
            return Delivery(
                at: delivery.at, notification: notification, attempts: delivery.attempts,
                isPage: !delivery.news.isEmpty,
                isFalsePage: delivery.news.contains(where: groundless.contains),
                isLoneResolve: unheard && !notification.endsUnheard)
        }
        dropped = log.dropped
        incidents = judge.outcomes
    }
}
