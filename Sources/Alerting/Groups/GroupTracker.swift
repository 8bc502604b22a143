import Domain
import Freshness

/// The notifications of one group to one receiver: when one is due, what it tells, and why.
///
/// As Alertmanager does it with `group_by: [alertname]`: the first after `group_wait`, changes at
/// the beat of `group_interval` after it, and the same again once `repeat_interval` has passed.
/// Unlike there, an alert that fired and ended before anything was told is told as ended, so that no
/// transition is lost; and what was told is what was delivered.
struct GroupTracker: Sendable {
    /// The waits of all groups.
    struct Timing: Sendable, Hashable {
        var wait: Duration
        var interval: Duration
        var repeatInterval: Duration

        /// Makes a timing.
        init(wait: Duration, interval: Duration, repeatInterval: Duration) {
            self.wait = wait
            self.interval = interval
            self.repeatInterval = repeatInterval
        }
    }

    /// What the queue of the receiver holds of this group.
    fileprivate struct Queued: Sendable, Hashable {
        var firing: Set<Alert.Identity>
        var resolved: Set<Alert.Identity>
    }

    private(set) var state: GroupState
    var sendsResolved: Bool
    /// When the first notification was due; the beat counts from here.
    private let firstDue: Moment
    private var toldAt: Moment?
    private var queued: Queued?
    /// Whether a try is under way: what it tells is known only when it has ended.
    private var isBeingSent = false
    /// When the changes that nothing queued tells are due; nil where there are none.
    private var changeDue: MonotonicInstant?
    private var lastFlush: MonotonicInstant?

    /// Begins the group of a first alert.
    init(
        receiver: String, name: AlertName, origin: GroupOrigin, sendsResolved: Bool,
        timing: Timing, now: Moment
    ) {
        firstDue = now.advanced(by: timing.wait)
        state = GroupState(
            receiver: receiver, name: name, origin: origin, firstDueAt: firstDue.timestamp)
        self.sendsResolved = sendsResolved
    }

    /// Continues the group of a former process; what has been due meanwhile is due now.
    ///
    /// - Parameter waiting: its notification that is not delivered yet, where there is one.
    init(
        _ state: GroupState, waiting: Notification?, sendsResolved: Bool, timing: Timing,
        now: Moment
    ) {
        self.state = state
        self.sendsResolved = sendsResolved
        // A clock that was ahead must not put off what is due.
        firstDue = now.moment(at: min(state.firstDueAt, now.timestamp + timing.wait))
        toldAt = state.told.map { now.moment(at: min($0.at, now.timestamp)) }
        queued = waiting.map { Queued(alerts: $0.alerts) }
        guard reasonOfChange != nil else { return }
        // The beat goes on; what was never told is late enough.
        changeDue =
            state.told == nil
            ? max(firstDue.instant, now.instant)
            : beat(from: now.instant, interval: timing.interval)
    }

    /// Whether nothing is left to tell.
    var isEmpty: Bool { state.firing.isEmpty && state.resolved.isEmpty }

    /// Takes in what became of an alert.
    mutating func take(_ transition: AlertTransition, timing: Timing, now: Moment) {
        switch transition {
        case .fired(let alert):
            state.firing.append(alert)
        case .resolved(let alert):
            // The group's own copy ends: its start is the one that the receiver knows.
            guard let index = index(of: alert) else { return }
            var ended = state.firing.remove(at: index)
            ended.annotations = alert.annotations
            ended.endsAt = alert.endsAt
            let wasTold = state.told?.firing.contains(ended.identity) == true
            // A receiver that wants no resolves still learns of what it never heard of.
            if sendsResolved || !wasTold { state.resolved.append(ended) }
        }
        if reasonOfChange == nil {
            changeDue = nil
        } else if changeDue == nil {
            changeDue = beat(from: now.instant, interval: timing.interval)
        }
    }

    /// Takes in newer texts of an alert that fires; they are told with the next notification.
    mutating func update(_ alert: Alert) {
        guard let index = index(of: alert) else { return }
        state.firing[index].annotations = alert.annotations
    }

    /// Whether an alert with these labels fires in the group.
    func knows(_ fingerprint: String) -> Bool {
        state.firing.contains { $0.fingerprint == fingerprint }
    }

    /// Where the alert fires in the group: of the same labels, one episode fires at a time.
    private func index(of alert: Alert) -> Int? {
        let fingerprint = alert.fingerprint
        return state.firing.firstIndex { $0.fingerprint == fingerprint }
    }

    /// When something is due, if nothing changes until then; nil where nothing is.
    func deadline(timing: Timing) -> MonotonicInstant? {
        isBeingSent ? nil : [changeDue, repeatDue(timing: timing)].compactMap(\.self).min()
    }

    /// Takes in that a notification of the group is being sent, or that a try has ended.
    mutating func setBeingSent(_ isBeingSent: Bool) { self.isBeingSent = isBeingSent }

    /// What is to be told now; nil where nothing is due, or while a try is under way.
    ///
    /// The notification takes the place of an earlier one of the group that waits in the queue.
    mutating func flush(
        timing: Timing, id: @autoclosure () -> String, now: Moment
    ) -> Notification? {
        guard !isBeingSent else { return nil }
        let reason: Notification.Reason
        if let changeDue, changeDue <= now.instant, let change = reasonOfChange {
            reason = change
        } else if let due = repeatDue(timing: timing), due <= now.instant {
            reason = .repeated
        } else {
            return nil
        }
        changeDue = nil
        lastFlush = now.instant
        let alerts = (state.resolved + state.firing).sorted(by: Self.isBefore)
        queued = Queued(alerts: alerts)
        return Notification(
            id: id(), receiver: state.receiver, group: AlertGroup(state.name),
            origin: state.origin, reason: reason, createdAt: now.timestamp, alerts: alerts)
    }

    /// Takes in that a notification was delivered, or given up: then it counts as told as well.
    mutating func settle(_ notification: Notification, timing: Timing, now: Moment) {
        let told = Queued(alerts: notification.alerts)
        state.told = GroupState.Told(firing: told.firing, at: now.timestamp)
        toldAt = now
        state.resolved.removeAll { alert in
            told.resolved.contains(alert.identity)
                || !sendsResolved && told.firing.contains(alert.identity)
        }
        if queued == told { queued = nil }
        if reasonOfChange == nil {
            changeDue = nil
        } else if changeDue == nil {
            changeDue = beat(from: now.instant, interval: timing.interval)
        }
    }

    /// Why a notification is needed beside what is queued; nil where it is not.
    private var reasonOfChange: Notification.Reason? {
        let told = state.told?.firing ?? []
        let known = queued ?? Queued(firing: told, resolved: [])
        let present = Queued(firing: state.firing, resolved: state.resolved)
        if present.firing.isSubset(of: known.firing),
            present.resolved.isSubset(of: known.resolved)
        {
            return nil
        }
        if told.isEmpty { return .first }
        // Also where it has ended since: what a receiver never heard of is new to it.
        if !present.firing.union(present.resolved).isSubset(of: told) { return .added }
        return present.firing.isEmpty ? .allResolved : .someResolved
    }

    private func repeatDue(timing: Timing) -> MonotonicInstant? {
        guard !state.firing.isEmpty, queued == nil, let toldAt else { return nil }
        return beat(
            from: toldAt.instant.advanced(by: timing.repeatInterval), interval: timing.interval)
    }

    /// The first beat at or after an instant that was not flushed at yet.
    private func beat(from instant: MonotonicInstant, interval: Duration) -> MonotonicInstant {
        let earliest = max(instant, lastFlush?.advanced(by: .nanoseconds(1)) ?? instant)
        guard earliest > firstDue.instant else { return firstDue.instant }
        let elapsed = firstDue.instant.duration(to: earliest).clampedNanoseconds
        let length = max(interval.clampedNanoseconds, 1)
        let beats = (elapsed + length - 1) / length
        return firstDue.instant.advanced(by: .nanoseconds(beats * length))
    }

    /// By labels; what ended before what fires, so that an alert that came again ends up firing.
    private static func isBefore(_ left: Alert, _ right: Alert) -> Bool {
        if left.fingerprint != right.fingerprint {
            return left.sortedLabels.lexicographicallyPrecedes(right.sortedLabels)
        }
        return left.startsAt < right.startsAt
    }
}

extension GroupTracker.Queued {
    init(firing: [Alert], resolved: [Alert]) {
        self.firing = Set(firing.map(\.identity))
        self.resolved = Set(resolved.map(\.identity))
    }

    init(alerts: [Alert]) {
        self.init(firing: alerts.filter(\.isFiring), resolved: alerts.filter { !$0.isFiring })
    }
}

extension Alert {
    /// Names and values in turn, in the order of the names.
    fileprivate var sortedLabels: [String] {
        labels.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}
