import Delivery
import Domain
import Freshness
import Pipeline

/// Holds what happened against what had to happen.
struct Judge: Sendable {
    /// The longest wait of a delivery for its next try, with what is added to it at random.
    private static let longestRetry: Duration = .seconds(6 * 60)

    private let settings: RehearsalSettings
    private let log: SimulationLog
    private let requirements: Requirements
    /// Until when each incident is a reason for alerts, in the order of the settings.
    private let reasonUntil: [Timestamp]
    /// When each episode of an alert was told first.
    private let toldAt: [Alert.Episode: Timestamp]

    init(_ settings: RehearsalSettings, log: SimulationLog) {
        self.settings = settings
        self.log = log
        requirements = Requirements(settings)
        reasonUntil = Self.reasonUntil(settings)
        var toldAt: [Alert.Episode: Timestamp] = [:]
        for delivery in log.deliveries {
            for episode in delivery.news where toldAt[episode] == nil {
                toldAt[episode] = delivery.at
            }
        }
        self.toldAt = toldAt
    }

    /// What came of each incident.
    var outcomes: [IncidentOutcome] {
        settings.incidents.indices.map { outcome(of: $0) }
    }

    /// Whether no incident is a reason for an alert.
    func isWithoutReason(_ alert: SimulationLog.FiredAlert) -> Bool {
        !settings.incidents.indices.contains { isReason($0, for: alert) }
    }

    private func isReason(_ index: Int, for alert: SimulationLog.FiredAlert) -> Bool {
        let incident = settings.incidents[index]
        return incident.match(in: settings.pipeline.bases).holds(alert)
            && incident.start <= alert.alert.startsAt
            && alert.alert.startsAt <= reasonUntil[index]
    }

    private func outcome(of index: Int) -> IncidentOutcome {
        let incident = settings.incidents[index]
        let pages = log.alerts.filter { isReason(index, for: $0) }
            .compactMap { toldAt[$0.alert.episode] }
        let pagedAfter = pages.min().map { $0 - incident.start }
        let required = requirements.requirements(of: incident)
        let dues = required.map { tellBy($0) }
        let verdict: IncidentOutcome.Verdict
        if zip(required, dues).contains(where: { isMissed($0, by: $1, in: incident) }) {
            verdict = .missed
        } else if pagedAfter != nil {
            verdict = .paged
        } else if required.isEmpty {
            verdict = .noneDue
        } else {
            verdict = dues.allSatisfy { $0 >= settings.span.end } ? .cut : .alreadyFiring
        }
        return IncidentOutcome(
            incident: incident, pagedAfter: pagedAfter, dueAt: dues.max(), verdict: verdict)
    }

    private func isMissed(
        _ requirement: Requirement, by tellBy: Timestamp, in incident: Incident
    ) -> Bool {
        guard tellBy < settings.span.end else { return false }
        return !log.alerts.contains { alert in
            requirement.isMet(by: alert)
                && alert.alert.endsAt.map { incident.start <= $0 } ?? true
                && toldAt[alert.alert.episode].map { $0 <= tellBy } ?? false
        }
    }

    /// When a required alert is told at the latest: later where all that take it are down.
    private func tellBy(_ requirement: Requirement) -> Timestamp {
        var time = requirement.firesBy + requirements.telling
        let names = settings.pipeline.alerting.receivers
            .filter { !$0.alerts.isDisjoint(with: requirement.names) }.map(\.name)
        let outages = settings.incidents.filter { $0.kind == .receiverDown }
            .sorted { $0.start < $1.start }
        // One receiver is enough, so the one that is back first counts.
        let times = names.map { name in
            var time = time
            for outage in outages where outage.receiver == name && outage.start <= time {
                time = max(time, outage.end + Self.longestRetry + requirements.telling)
            }
            return time
        }
        time = times.min() ?? time
        return time
    }

    /// The end of each incident, with the time in which polling recovers; and where another one
    /// begins within it, with that one's.
    private static func reasonUntil(_ settings: RehearsalSettings) -> [Timestamp] {
        let pace = Pace(settings)
        let incidents = settings.incidents
        let ends = incidents.map { $0.end + pace.recovery(from: $0) }
        return ends.indices.map { index in
            var end = ends[index]
            let later = incidents.indices.sorted { incidents[$0].start < incidents[$1].start }
            for other in later where incidents[other].start <= end {
                guard ends[other] >= incidents[index].start else { continue }
                end = max(end, ends[other])
            }
            return end
        }
    }
}
