import Domain

/// Holds what a pager accepted against the promise: every transition told in order, and an
/// incident that is open exactly while something of its group fires.
struct PagerAudit {
    /// Every episode that is known to have begun.
    var episodes: Set<Alert.Identity>
    /// Those of them that have not ended.
    var firing: Set<Alert.Identity> = []

    /// What is wrong with the events that a pager accepted, in the order of their coming.
    func violations(in events: [PagerEvent]) -> [PromiseViolation] {
        // Of two events of one notification the second one stands for it; what opens an incident
        // that others close stands for itself.
        let closed = Set(events.filter { $0.action == .resolve }.map(\.notification.id))
        func isOpening(_ event: PagerEvent) -> Bool {
            event.opensWhatHasEnded && closed.contains(event.notification.id)
        }
        let notifications = events.filter { !isOpening($0) }.map(\.notification)
        let openings = events.filter(isOpening).map(\.notification)
        let groups = Dictionary(grouping: events, by: \.notification.group)
            .sorted { $0.key < $1.key }
        return PromiseAudit(episodes: episodes, firing: firing).violations(in: notifications)
            + PromiseAudit.sentAgain(in: openings) + Self.keys(of: groups)
            + groups.flatMap { incident(of: $0.key, in: $0.value) }
    }

    /// Judges whether each group has one key, and each key one group.
    private static func keys(
        of groups: [(key: String, value: [PagerEvent])]
    ) -> [PromiseViolation] {
        var groupOfKey: [String: String] = [:]
        return groups.compactMap { group, events in
            let keys = Set(events.map(\.key))
            let isShared = keys.contains { groupOfKey.updateValue(group, forKey: $0) != nil }
            return keys.count > 1 || isShared ? .keyChanged(group: group) : nil
        }
    }

    /// Plays the events of one group, as the pager does.
    private func incident(of group: String, in events: [PagerEvent]) -> [PromiseViolation] {
        var violations: [PromiseViolation] = []
        var open: Set<String> = []
        var resolved: Set<String> = []
        for event in events {
            let id = event.notification.id
            switch event.action {
            case .trigger: open.insert(event.key)
            case .resolve:
                // The same one again, after a kill, finds the incident closed.
                let isAgain = !resolved.insert(id).inserted
                let wasOpen = open.remove(event.key) != nil
                if !wasOpen, !isAgain { violations.append(.resolvedUnopened(id: id)) }
            }
        }
        let members = Set(events.flatMap(\.notification.told).map(\.episode.fingerprint))
        let fires = firing.contains { members.contains($0.fingerprint) }
        if fires, open.isEmpty { violations.append(.incidentClosed(group: group)) }
        if !fires, !open.isEmpty { violations.append(.incidentLeftOpen(group: group)) }
        return violations
    }
}
