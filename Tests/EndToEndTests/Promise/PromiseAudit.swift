import Domain

/// Holds what one receiver took against the promise: every transition told, in order for one group,
/// and again only by the same id, after a kill.
struct PromiseAudit {
    /// Every episode that is known to have begun.
    var episodes: Set<Alert.Identity>
    /// Those of them that have not ended.
    var firing: Set<Alert.Identity> = []

    /// What is wrong with the notifications that a receiver took, in the order of their coming.
    func violations(in taken: [TakenNotification]) -> [PromiseViolation] {
        let groups = Dictionary(grouping: taken, by: \.group).sorted { $0.key < $1.key }
        return lost(in: taken) + Self.sentAgain(in: taken)
            + groups.flatMap { Self.disorder(in: $0.value) } + unknown(in: taken)
    }

    private func lost(in taken: [TakenNotification]) -> [PromiseViolation] {
        let told = Set(taken.flatMap(\.told))
        let toldEnded = Set(told.filter(\.isEnded).map(\.episode))
        let toldAtAll = Set(told.map(\.episode))
        return episodes.sorted(by: Self.isBefore).compactMap { episode in
            if !toldAtAll.contains(episode) { return .startLost(episode) }
            if !firing.contains(episode), !toldEnded.contains(episode) { return .endLost(episode) }
            return nil
        }
    }

    private func unknown(in taken: [TakenNotification]) -> [PromiseViolation] {
        taken.flatMap { notification in
            notification.told.filter { $0.isEnded && !episodes.contains($0.episode) }
                .map { .startUnknown(id: notification.id, $0.episode) }
        }
    }

    /// Judges the notifications that came more than once.
    static func sentAgain(in taken: [TakenNotification]) -> [PromiseViolation] {
        var violations: [PromiseViolation] = []
        var latest: [String: TakenNotification] = [:]
        // Of each run, what was taken from it and sent again by a later one. One notification is
        // under way to a receiver at a time, so a kill can hit one.
        var unsettled: [Int: [String]] = [:]
        for notification in taken {
            let id = notification.id
            guard let former = latest.updateValue(notification, forKey: id) else { continue }
            if former.body != notification.body { violations.append(.bytesChanged(id: id)) }
            if former.run == notification.run {
                violations.append(.sentAgainWithoutKill(id: id))
            } else {
                unsettled[former.run, default: []].append(id)
            }
        }
        return violations
            + unsettled.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
            .map { .sentAgainTooOften(afterRun: $0.key, ids: $0.value) }
    }

    /// Judges the order of the notifications of one group.
    private static func disorder(in group: [TakenNotification]) -> [PromiseViolation] {
        var violations: [PromiseViolation] = []
        var ids: Set<String> = []
        var last: String?
        var story = Story()
        for notification in group where notification.id != last {
            last = notification.id
            guard ids.insert(notification.id).inserted else {
                violations.append(.outOfOrder(id: notification.id))
                continue
            }
            let known = story.told
            if !story.take(notification) { violations.append(.outOfOrder(id: notification.id)) }
            if story.told == known {
                violations.append(.toldAgainByAnotherID(id: notification.id))
            }
        }
        return violations
    }

    private static func isBefore(_ left: Alert.Identity, _ right: Alert.Identity) -> Bool {
        (left.startsAt, left.fingerprint) < (right.startsAt, right.fingerprint)
    }

    /// What the receiver knows of a group.
    private struct Story {
        private(set) var told: Set<TakenNotification.Told> = []
        /// The newest of each alert, by its fingerprint.
        private var newest: [String: TakenNotification.Told] = [:]

        /// Takes in a notification; false where it tells what cannot follow what was told.
        mutating func take(_ notification: TakenNotification) -> Bool {
            var isInOrder = Set(notification.told.map(\.episode)).count == notification.told.count
            for alerts in Dictionary(grouping: notification.told, by: \.episode.fingerprint).values
            {
                let alerts = alerts.sorted { $0.episode.startsAt < $1.episode.startsAt }
                for (index, alert) in alerts.enumerated() {
                    let isAgain = !told.insert(alert).inserted
                    // An end that may not have arrived is told again before what came after it.
                    if isAgain, index < alerts.count - 1 { continue }
                    if !follows(alert) { isInOrder = false }
                    newest[alert.episode.fingerprint] = alert
                }
            }
            return isInOrder
        }

        /// Whether an alert goes on, ends, or begins after its last episode was told as ended.
        private func follows(_ alert: TakenNotification.Told) -> Bool {
            guard let former = newest[alert.episode.fingerprint] else { return true }
            if alert.episode == former.episode { return alert.isEnded || !former.isEnded }
            return former.isEnded && alert.episode.startsAt > former.episode.startsAt
        }
    }
}
