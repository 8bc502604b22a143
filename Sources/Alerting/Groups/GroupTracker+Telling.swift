import Domain
import Freshness

extension GroupTracker {
    /// When something is due, if nothing changes until then; nil where nothing is.
    func deadline(timing: Timing) -> MonotonicInstant? {
        isBeingSent ? nil : [changeDue, repeatDue(timing: timing)].compactMap(\.self).min()
    }

    /// What is to be told now; nil where nothing is due, or while a try is under way.
    ///
    /// The notification takes the place of an earlier one of the group that waits in the queue.
    mutating func flush(
        timing: Timing, id: @autoclosure () -> String, now: Moment
    ) -> Notification? {
        guard !isBeingSent else { return nil }
        let isChange = changeDue.map { $0 <= now.instant } ?? false && hasChange
        let isRepeat = repeatDue(timing: timing).map { $0 <= now.instant } ?? false
        guard isChange || isRepeat else { return nil }
        changeDue = nil
        lastFlush = now.instant
        let alerts = nextAlerts
        let selection = AlertSelection(alerts)
        let told = state.told?.firing ?? []
        let notification = Notification(
            id: id(), receiver: state.receiver, group: AlertGroup(state.name),
            origin: state.origin, reason: isChange ? reason(for: selection) : .repeated,
            createdAt: now.timestamp, alerts: alerts,
            endsUnheard: selection.alerts.contains { !$0.isFiring && !told.knows($0) })
        queued = [QueuedNotification(notification)]
        return notification
    }

    /// Takes in that a notification was given up: the ends that it named are lost, but what fires is
    /// told anew, and what it had no room for is told as if it had not been.
    mutating func drop(_ notification: Notification, timing: Timing, now: Moment) {
        let telling = Telling(AlertSelection(notification.alerts))
        forget(telling.ended)
        state.resolved.removeAll { telling.resolved.contains($0.identity) }
        letGo(of: notification)
        updateChangeDue(timing: timing, now: now)
    }

    /// Takes in that a notification was delivered.
    ///
    /// What an older one does not know of stays told, and what it had no room for untold.
    mutating func settle(_ notification: Notification, timing: Timing, now: Moment) {
        let telling = Telling(AlertSelection(notification.alerts))
        forget(telling.ended)
        let before = state.told?.firing ?? []
        state.told = GroupState.Told(firing: telling.firing.union(before), at: now.timestamp)
        toldAt = now
        state.resolved.removeAll { alert in
            telling.resolved.contains(alert.identity)
                || !sendsResolved && telling.firing.knows(alert)
        }
        letGo(of: notification)
        updateChangeDue(timing: timing, now: now)
    }

    /// Takes in that nothing is left to tell of episodes.
    private mutating func forget(_ ended: [Alert]) {
        guard !ended.isEmpty, let told = state.told?.firing else { return }
        let ends = Dictionary(grouping: ended, by: \.fingerprint)
        state.told?.firing = told.filter { identity in
            ends[identity.fingerprint]?.contains { $0.isEpisode(identity) } != true
        }
    }

    /// The queue has let go what another one covers.
    private mutating func letGo(of notification: Notification) {
        queued.removeAll { notification.covers($0.notification) }
    }

    /// What a notification holds that is made now: first what is yet to be told.
    private var nextAlerts: [Alert] {
        let told = state.told?.firing ?? []
        let isTold = state.firing.map(told.knows)
        let firing = [false, true].flatMap { wanted in
            zip(state.firing, isTold).lazy.filter { $0.1 == wanted }.map(\.0).sortedByLabels()
        }
        return state.resolved + firing
    }

    /// Whether a notification is needed beside what is queued.
    var hasChange: Bool {
        let ended = Set(state.resolved.map(\.identity))
        let firing = queued.reduce(into: state.told?.firing ?? []) {
            $0.formUnion($1.telling.firing)
        }.subtracting(ended)
        let resolved: Set = queued.reduce(into: []) { $0.formUnion($1.telling.resolved) }
        func isNews(_ alert: Alert) -> Bool {
            alert.isFiring ? !firing.knows(alert) : !resolved.contains(alert.identity)
        }
        guard state.resolved.contains(where: isNews) || state.firing.contains(where: isNews) else {
            return false
        }
        guard !queued.isEmpty, state.resolved.count + state.firing.count > AlertSelection.limit
        else { return true }
        // What has no room beside what waits to be told is none until that is told: another
        // notification would name the same, and its tries begin anew.
        return AlertSelection(nextAlerts).alerts.contains(where: isNews)
    }

    /// Why a notification is made that is no repeat.
    private func reason(for selection: AlertSelection) -> Notification.Reason {
        let told = state.told?.firing ?? []
        if selection.alerts.contains(where: { $0.isFiring && !told.knows($0) }) {
            return told.isEmpty ? .first : .added
        }
        if state.told == nil { return .first }
        return state.firing.isEmpty && selection.resolvedLeftOut == 0 ? .allResolved : .someResolved
    }

    private func repeatDue(timing: Timing) -> MonotonicInstant? {
        guard !state.firing.isEmpty, queued.isEmpty, let toldAt else { return nil }
        return beat(
            from: toldAt.instant.advanced(by: timing.repeatInterval), interval: timing.interval)
    }

    /// The first beat at or after an instant that was not flushed at yet.
    func beat(from instant: MonotonicInstant, interval: Duration) -> MonotonicInstant {
        let earliest = max(instant, lastFlush?.advanced(by: .nanoseconds(1)) ?? instant)
        guard earliest > firstDue.instant else { return firstDue.instant }
        let elapsed = firstDue.instant.duration(to: earliest).clampedNanoseconds
        let length = max(interval.clampedNanoseconds, 1)
        let beats = (elapsed - 1) / length + 1
        return firstDue.instant.advanced(by: .nanoseconds(length) * beats)
    }
}
