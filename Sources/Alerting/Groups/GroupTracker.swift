import Domain
import Freshness

/// The notifications of one group to one receiver: when one is due, what it tells, and why.
///
/// As Alertmanager does it with `group_by: [alertname]`: the first after `group_wait`, changes at
/// the beat of `group_interval` after it, and the same again once `repeat_interval` has passed.
/// Unlike there, an alert that fired and ended before anything was told is told as ended, so that no
/// transition is lost; and what was told is what a delivered notification had room to name: all else
/// follows at the next beat.
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

    var state: GroupState
    var sendsResolved: Bool
    /// When the first notification was due; the beat counts from here.
    let firstDue: Moment
    var toldAt: Moment?
    /// What the queue of the receiver holds of it: the newest, and one that came late from storage.
    var queued: [QueuedNotification]
    /// Whether a try is under way: what it tells is known only when it has ended.
    private(set) var isBeingSent = false
    /// When the changes that nothing queued tells are due; nil where there are none.
    var changeDue: MonotonicInstant?
    var lastFlush: MonotonicInstant?

    /// Begins the group of a first alert.
    init(
        receiver: String, name: AlertName, origin: GroupOrigin, sendsResolved: Bool,
        timing: Timing, now: Moment
    ) {
        firstDue = now.advanced(by: timing.wait)
        state = GroupState(
            receiver: receiver, name: name, origin: origin, firstDueAt: firstDue.timestamp)
        self.sendsResolved = sendsResolved
        queued = []
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
        // A clock that was ahead must not put off what is due, and none has shown a time before
        // 1970: from a damaged one the beats could not be counted.
        let firstDueAt = max(state.firstDueAt, .epoch)
        firstDue = now.moment(at: min(firstDueAt, now.timestamp + timing.wait))
        toldAt = state.told.map { now.moment(at: min($0.at, now.timestamp)) }
        queued = [waiting].compactMap(\.self).map(QueuedNotification.init)
        guard hasChange else { return }
        // The beat goes on; what was never told is late enough.
        changeDue =
            state.told == nil
            ? max(firstDue.instant, now.instant)
            : beat(from: now.instant, interval: timing.interval)
    }

    /// Takes in what a former process knew of the group, where that comes only now.
    ///
    /// - Parameter waiting: the newest notification that it made and nobody got.
    mutating func merge(
        _ former: GroupState, waiting: Notification?, timing: Timing, now: Moment
    ) {
        for alert in former.firing {
            if let index = index(of: alert) {
                state.firing[index].startsAt = min(state.firing[index].startsAt, alert.startsAt)
            } else {
                state.firing.append(alert)
            }
        }
        state.resolved = former.resolved + state.resolved
        if let told = former.told {
            let at = min(told.at, now.timestamp)
            if state.told == nil {
                state.told = GroupState.Told(firing: [], at: at)
                toldAt = now.moment(at: at)
                state.origin = former.origin
            }
            state.told?.firing.formUnion(told.firing)
        }
        if let waiting { queued.append(QueuedNotification(waiting)) }
        updateChangeDue(timing: timing, now: now)
    }

    /// Whether nothing is left to tell.
    var isEmpty: Bool { state.firing.isEmpty && state.resolved.isEmpty }

    /// Takes in what became of an alert; that it fires is no news where it does already.
    mutating func take(_ transition: AlertTransition, timing: Timing, now: Moment) {
        switch transition {
        case .fired(let alert):
            guard index(of: alert) == nil else { return }
            // By a clock that was set back since, an episode before this one may begin after it.
            let before = state.told?.firing.filter { !alert.isEpisode($0) }
            if let before { state.told?.firing = before }
            state.firing.append(alert)
        case .resolved(let alert):
            guard let index = index(of: alert) else { return }
            end(index, annotations: alert.annotations, at: alert.endsAt ?? now.timestamp)
        }
        updateChangeDue(timing: timing, now: now)
    }

    /// Ends what fires, but for the alerts with these fingerprints.
    mutating func endAll(but fingerprints: Set<String>, timing: Timing, now: Moment) {
        var index = 0
        while index < state.firing.count {
            let alert = state.firing[index]
            if fingerprints.contains(alert.fingerprint) {
                index += 1
            } else {
                end(index, annotations: alert.annotations, at: now.timestamp)
            }
        }
        updateChangeDue(timing: timing, now: now)
    }

    /// Ends the group's own copy of an alert: its start is the one that the receiver knows.
    private mutating func end(_ index: Int, annotations: [String: String], at endsAt: Timestamp) {
        var ended = state.firing.remove(at: index)
        ended.annotations = annotations
        ended.endsAt = endsAt
        let wasTold = state.told?.firing.knows(ended) == true
        // A receiver that wants no resolves still learns of what it never heard of.
        if sendsResolved || !wasTold { state.resolved.append(ended) }
    }

    mutating func updateChangeDue(timing: Timing, now: Moment) {
        if !hasChange {
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

    /// Takes in that a notification of the group is being sent, or that a try has ended.
    mutating func setBeingSent(_ isBeingSent: Bool) { self.isBeingSent = isBeingSent }
}
