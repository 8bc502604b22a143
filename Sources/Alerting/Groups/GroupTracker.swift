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

    /// What a notification of this group tells.
    fileprivate struct Telling: Sendable, Hashable {
        var firing: Set<Alert.Identity>
        var resolved: Set<Alert.Identity>
    }

    /// The most ends in one notification: half of what a message has room for, so that each is
    /// told in one that is delivered.
    private static let endLimit = 50

    private(set) var state: GroupState
    var sendsResolved: Bool
    /// When the first notification was due; the beat counts from here.
    private let firstDue: Moment
    private var toldAt: Moment?
    /// What the queue of the receiver holds of it: the newest, and one that came late from storage.
    private var queued: [Telling]
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
        queued = [waiting.map { Telling(alerts: $0.alerts) }].compactMap(\.self)
        guard reasonOfChange != nil else { return }
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
        if let waiting { queued.append(Telling(alerts: waiting.alerts)) }
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
        for index in state.firing.indices.reversed() {
            let alert = state.firing[index]
            guard !fingerprints.contains(alert.fingerprint) else { continue }
            end(index, annotations: alert.annotations, at: now.timestamp)
        }
        updateChangeDue(timing: timing, now: now)
    }

    /// Ends the group's own copy of an alert: its start is the one that the receiver knows.
    private mutating func end(_ index: Int, annotations: [String: String], at endsAt: Timestamp) {
        var ended = state.firing.remove(at: index)
        ended.annotations = annotations
        ended.endsAt = endsAt
        let wasTold = state.told?.firing.contains(where: ended.isEpisode) == true
        // A receiver that wants no resolves still learns of what it never heard of.
        if sendsResolved || !wasTold { state.resolved.append(ended) }
    }

    private mutating func updateChangeDue(timing: Timing, now: Moment) {
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
        let told = state.told?.firing ?? []
        let endsUnheard = nextEnds.contains { !told.contains(where: $0.isEpisode) }
        let alerts = (nextEnds + state.firing).sorted(by: Self.isBefore)
        queued = [Telling(alerts: alerts)]
        return Notification(
            id: id(), receiver: state.receiver, group: AlertGroup(state.name),
            origin: state.origin, reason: reason, createdAt: now.timestamp, alerts: alerts,
            endsUnheard: endsUnheard)
    }

    /// Takes in that a notification was given up: its ends are lost, but what fires is told anew.
    mutating func drop(_ notification: Notification, timing: Timing, now: Moment) {
        let telling = Telling(alerts: notification.alerts)
        let ended = notification.alerts.filter { !$0.isFiring }
        let told = state.told?.firing.filter { identity in
            !ended.contains { $0.isEpisode(identity) }
        }
        if let told { state.told?.firing = told }
        state.resolved.removeAll { telling.resolved.contains($0.identity) }
        letGo(of: telling)
        updateChangeDue(timing: timing, now: now)
    }

    /// Takes in that a notification was delivered.
    ///
    /// What an older one does not know of stays told.
    mutating func settle(_ notification: Notification, timing: Timing, now: Moment) {
        let telling = Telling(alerts: notification.alerts)
        let ended = notification.alerts.filter { !$0.isFiring }
        let before = (state.told?.firing ?? []).filter { identity in
            !ended.contains { $0.isEpisode(identity) }
        }
        state.told = GroupState.Told(firing: telling.firing.union(before), at: now.timestamp)
        toldAt = now
        state.resolved.removeAll { alert in
            telling.resolved.contains(alert.identity)
                || !sendsResolved && telling.firing.contains(where: alert.isEpisode)
        }
        letGo(of: telling)
        updateChangeDue(timing: timing, now: now)
    }

    /// The queue has let go what another one covers.
    private mutating func letGo(of telling: Telling) {
        queued.removeAll { row in
            row.resolved.isSubset(of: telling.resolved)
                && row.firing.isSubset(of: telling.firing.union(telling.resolved))
        }
    }

    /// The ends that the next notification tells, oldest first; the others follow in the next one.
    private var nextEnds: ArraySlice<Alert> { state.resolved.prefix(Self.endLimit) }

    /// Why a notification is needed beside what is queued; nil where it is not.
    private var reasonOfChange: Notification.Reason? {
        let told = state.told?.firing ?? []
        let ended = Set(state.resolved.map(\.identity))
        let firing = queued.reduce(into: told) { $0.formUnion($1.firing) }.subtracting(ended)
        let resolved: Set = queued.reduce(into: []) { $0.formUnion($1.resolved) }
        let news = state.firing.contains { !firing.contains(where: $0.isEpisode) }
        let ends = !nextEnds.allSatisfy { resolved.contains($0.identity) }
        guard news || ends else { return nil }
        if told.isEmpty { return .first }
        if state.firing.contains(where: { !told.contains(where: $0.isEpisode) }) { return .added }
        return state.firing.isEmpty ? .allResolved : .someResolved
    }

    private func repeatDue(timing: Timing) -> MonotonicInstant? {
        guard !state.firing.isEmpty, queued.isEmpty, let toldAt else { return nil }
        return beat(
            from: toldAt.instant.advanced(by: timing.repeatInterval), interval: timing.interval)
    }

    /// The first beat at or after an instant that was not flushed at yet.
    private func beat(from instant: MonotonicInstant, interval: Duration) -> MonotonicInstant {
        let earliest = max(instant, lastFlush?.advanced(by: .nanoseconds(1)) ?? instant)
        guard earliest > firstDue.instant else { return firstDue.instant }
        let elapsed = firstDue.instant.duration(to: earliest).clampedNanoseconds
        let length = max(interval.clampedNanoseconds, 1)
        let beats = (elapsed - 1) / length + 1
        return firstDue.instant.advanced(by: .nanoseconds(length) * beats)
    }

    /// By labels; what ended before what fires, so that an alert that came again ends up firing.
    private static func isBefore(_ left: Alert, _ right: Alert) -> Bool {
        if left.fingerprint != right.fingerprint {
            return left.sortedLabels.lexicographicallyPrecedes(right.sortedLabels)
        }
        if left.isFiring != right.isFiring { return !left.isFiring }
        return left.startsAt < right.startsAt
    }
}

extension GroupTracker.Telling {
    init(alerts: [Alert]) {
        firing = Set(alerts.filter(\.isFiring).map(\.identity))
        resolved = Set(alerts.filter { !$0.isFiring }.map(\.identity))
    }
}

extension Alert {
    /// Names and values in turn, in the order of the names.
    fileprivate var sortedLabels: [String] {
        labels.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}
