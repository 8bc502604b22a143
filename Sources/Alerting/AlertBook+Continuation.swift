public import Domain
import ExchangeRate
import Freshness

extension AlertBook {
    /// Takes in what the storage held, where it could be read only after the start.
    ///
    /// An alert that both know goes on from the further phase and the earlier start; a group from
    /// what either has told.
    public mutating func merge(_ stored: StoredAlerting, now: Moment) {
        for (key, state) in stored.alerts {
            trackers[key, default: AlertTracker()].merge(state, now: now)
        }
        answers = Array((stored.answers + answers).suffix(max(settings.limitWindow, 3)))
        // What a good answer of this process has made up for is not brought back.
        rejections.forbidden.formUnion(stored.rejections.forbidden.subtracting(goodBases))
        if rejections.unauthorizedAt == nil, goodBases.isEmpty,
            let before = stored.rejections.unauthorizedAt
        {
            rejections.unauthorizedAt = before
            unauthorizedAt = MonotonicInstant(nanosecondsSinceBoot: .min)
        }
        downgrades.merge(stored.downgrades)
        adoptGroups(of: stored, now: now)
        tellNewReceivers(now: now)
    }

    /// Takes over another configuration: groups go on, and what fires is told to new receivers.
    ///
    /// Alerts of rules that are switched off now end with the next evaluation.
    public mutating func reconfigure(
        settings: AlertSettings, routes: [ReceiverRoute], now: Moment
    ) {
        self.settings = settings
        self.routes = routes
        answers.removeFirst(max(0, answers.count - max(settings.limitWindow, 3)))
        groups = groups.filter { key, _ in route(of: key) != nil }
        for key in groups.keys {
            if let route = route(of: key) { groups[key]?.sendsResolved = route.sendsResolved }
        }
        tellNewReceivers(now: now)
    }

    private func route(of key: GroupKey) -> ReceiverRoute? {
        routes.first { $0.name == key.receiver && $0.alerts.contains(key.name) }
    }

    /// Goes on with stored groups, beside those that are known already.
    ///
    /// What fires in a group while no alert does, which nothing would ever end, ends now: where the
    /// alert could not be read, and where it has other labels than it began with.
    mutating func adoptGroups(of stored: StoredAlerting, now: Moment) {
        let timing = timing
        for state in stored.groups {
            let key = GroupKey(receiver: state.receiver, name: state.name)
            guard let route = route(of: key) else { continue }
            let waiting = stored.outbox.last {
                $0.notification.receiver == state.receiver
                    && $0.notification.group == AlertGroup(state.name)
            }?.notification
            if groups[key] == nil {
                groups[key] = GroupTracker(
                    state, waiting: waiting, sendsResolved: route.sendsResolved, timing: timing,
                    now: now)
            } else {
                groups[key]?.merge(state, waiting: waiting, timing: timing, now: now)
            }
        }
        let firing = Set(trackers.values.compactMap { $0.firingAlert?.fingerprint })
        for (key, var group) in groups {
            group.endAll(but: firing, timing: timing, now: now)
            groups[key] = group.isEmpty ? nil : group
        }
    }

    /// Begins the groups of receivers that were added while an alert fires.
    mutating func tellNewReceivers(now: Moment) {
        for (key, tracker) in trackers {
            guard let alert = tracker.firingAlert else { continue }
            for route in routes where route.alerts.contains(key.name) {
                let isKnown = groups[GroupKey(receiver: route.name, name: key.name)]?
                    .knows(alert.fingerprint)
                if isKnown != true { tell(.fired(alert), of: key.name, to: route, now: now) }
            }
        }
    }
}
