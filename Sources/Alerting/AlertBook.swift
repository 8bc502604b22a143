public import Domain
public import ExchangeRate
import Freshness

/// All alerts and all groups: from what is known of bases and answers to notifications.
///
/// A state machine without a clock: `note` takes in an answer, `evaluate` judges the present,
/// `settle` takes in a delivery, and `deadline` tells when to look again if nothing happens.
public struct AlertBook: Sendable {
    /// What one evaluation changed.
    public struct Outcome: Sendable, Hashable {
        /// New notifications; each takes the place of an undelivered one of its group.
        public var notifications: [Notification] = []
        /// What became of alerts, in the order of bases.
        public var transitions: [AlertTransition] = []
    }

    struct GroupKey: Hashable, Comparable {
        let receiver: String
        let name: AlertName

        static func < (left: Self, right: Self) -> Bool {
            (left.receiver, left.name) < (right.receiver, right.name)
        }
    }

    var settings: AlertSettings
    /// The address of the status page, which a group that begins keeps to its end.
    private let externalURL: String
    var routes: [ReceiverRoute]
    var trackers: [AlertKey: AlertTracker]
    var groups: [GroupKey: GroupTracker]
    var answers: [AnswerKind]
    var rejections: KeyRejections
    var unauthorizedAt: MonotonicInstant?
    /// Bases that had a good answer in this process.
    var goodBases: Set<CurrencyCode> = []
    var downgrades: Downgrades

    /// Continues what a former process stored.
    public init(
        settings: AlertSettings, externalURL: String = "", routes: [ReceiverRoute],
        stored: StoredAlerting, now: Moment
    ) {
        self.settings = settings
        self.externalURL = externalURL
        self.routes = routes
        trackers = stored.alerts.mapValues { AlertTracker($0, now: now) }
        answers = stored.answers
        rejections = stored.rejections
        // Any request of this process is sent after a 401 of a former one.
        unauthorizedAt = stored.rejections.unauthorizedAt.map { _ in
            MonotonicInstant(nanosecondsSinceBoot: .min)
        }
        groups = [:]
        downgrades = Downgrades(stored.downgrades)
        adoptGroups(of: stored, now: now)
        tellNewReceivers(now: now)
    }

    /// Takes in how a request ended.
    ///
    /// - Parameters:
    ///   - isAnswer: whether an answer came at all, of whatever kind.
    ///   - isPlanRefusal: whether the API's own code says that the plan does not cover the base; a
    ///     403 alone may be a proxy's.
    public mutating func note(
        _ result: PollResult, isAnswer: Bool, isPlanRefusal: Bool, of base: CurrencyCode,
        sentAt: MonotonicInstant, now: Moment
    ) {
        guard isAnswer else { return }
        let kind: AnswerKind
        switch result {
        case .good:
            kind = .good
            goodBases.insert(base)
            rejections.forbidden.remove(base)
            if let rejected = unauthorizedAt, sentAt > rejected {
                unauthorizedAt = nil
                rejections.unauthorizedAt = nil
            }
        case .failed(.unauthorized):
            kind = .other
            unauthorizedAt = now.instant
            rejections.unauthorizedAt = now.timestamp
        case .failed(.forbidden):
            kind = .other
            if isPlanRefusal { rejections.forbidden.insert(base) }
        case .failed(.quotaExceeded): kind = .quota
        case .failed(.rateLimited): kind = .limit
        case .failed: kind = .other
        }
        answers.append(kind)
        answers.removeFirst(max(0, answers.count - max(settings.limitWindow, 3)))
    }

    /// Empties the window of limit answers, as another key does.
    public mutating func forgetAnswers() {
        answers = []
    }

    /// Takes in that nobody judged for a while: the time since the last judgement counts for nothing.
    public mutating func pause() {
        for key in trackers.keys { trackers[key]?.pause() }
    }

    /// Judges the present.
    ///
    /// - Parameters:
    ///   - bases: what is known of each watched base.
    ///   - unasked: bases whose first request since a start or a sleep is still to be answered: the
    ///     age of their data is no evidence yet.
    ///   - outlook: what the gate means for the data at hand.
    ///   - makeID: draws the id of a notification.
    public mutating func evaluate(
        bases: [BaseSnapshot], unasked: Set<CurrencyCode> = [], outlook: LimitOutlook,
        now: Moment, makeID: () -> String
    ) -> Outcome {
        var transitions: [(AlertName, AlertTransition)] = []
        rejections.forbidden.formIntersection(bases.map(\.base))
        downgrades.keep(bases.lazy.map(\.base))
        for base in bases {
            transitions += judge(base, isUnasked: unasked.contains(base.base), now: now)
        }
        transitions += judge(
            AlertKey(name: .limited),
            LimitedRule.verdict(on: answers, outlook: outlook, settings: settings), now: now)
        transitions += judge(
            AlertKey(name: .keyRejected), KeyRejectedRule.verdict(on: rejections), now: now)
        transitions += endUnwatched(bases: Set(bases.map(\.base)), now: now)
        for (name, transition) in transitions {
            if name == .limited, case .resolved = transition { answers = [] }
            take(transition, of: name, now: now)
        }
        updateTexts()
        var outcome = Outcome(transitions: transitions.map(\.1))
        for key in groups.keys.sorted() {
            guard var group = groups[key] else { continue }
            if let notification = group.flush(timing: timing, id: makeID(), now: now) {
                outcome.notifications.append(notification)
            }
            groups[key] = group
        }
        return outcome
    }

    /// Takes in that a notification is being sent, or that the try has ended.
    ///
    /// What its group tells next is made after that, when it is known what the receiver has heard.
    public mutating func setBeingSent(_ notification: Notification, _ isBeingSent: Bool) {
        guard let name = notification.group.name else { return }
        groups[GroupKey(receiver: notification.receiver, name: name)]?.setBeingSent(isBeingSent)
    }

    /// Takes in that a notification was delivered.
    public mutating func settle(_ notification: Notification, now: Moment) {
        changeGroup(of: notification) { $0.settle(notification, timing: $1, now: now) }
    }

    /// Takes in that a notification was given up.
    public mutating func drop(_ notification: Notification, now: Moment) {
        changeGroup(of: notification) { $0.drop(notification, timing: $1, now: now) }
    }

    private mutating func changeGroup(
        of notification: Notification, _ change: (inout GroupTracker, GroupTracker.Timing) -> Void
    ) {
        guard let name = notification.group.name else { return }
        let key = GroupKey(receiver: notification.receiver, name: name)
        guard var group = groups[key] else { return }
        change(&group, timing)
        groups[key] = group.isEmpty ? nil : group
    }

    /// When to evaluate again, if nothing happens until then; ages of data are left to the caller.
    public func deadline() -> MonotonicInstant? {
        let alerts = trackers.compactMap { key, tracker in
            tracker.deadline(timing: timing(of: key.name))
        }
        return (alerts + groups.values.compactMap { $0.deadline(timing: timing) }).min()
    }

    /// What a restart continues from.
    public func stored(outbox: [OutboxItem], feeds: [FeedState] = []) -> StoredAlerting {
        StoredAlerting(
            alerts: trackers.compactMapValues(\.state),
            groups: groups.keys.sorted().compactMap { groups[$0]?.state }, outbox: outbox,
            feeds: feeds, answers: answers, rejections: rejections,
            downgrades: downgrades.missing)
    }

    var timing: GroupTracker.Timing {
        GroupTracker.Timing(
            wait: settings.groupWait, interval: settings.groupInterval,
            repeatInterval: settings.repeatInterval)
    }

    private func timing(of name: AlertName) -> AlertTracker.Timing {
        AlertTracker.Timing(
            holdFor: settings[name].holdFor, keepFiringFor: settings[name].keepFiringFor)
    }

    private mutating func judge(
        _ base: BaseSnapshot, isUnasked: Bool, now: Moment
    ) -> [(AlertName, AlertTransition)] {
        let stale = AlertKey(name: .stale, base: base.base)
        guard !isUnasked else {
            if base.isStale(at: now.instant) {
                // The first reply may end the alert: what was missing until then is to be said.
                downgrades.noteStale(base, at: now.instant)
            }
            return [stale, AlertKey(name: .symbolStale, base: base.base)].flatMap {
                judge($0, .unknown, now: now)
            }
        }
        var verdict = StaleRule.verdict(on: base, now: now)
        switch verdict {
        case .met:
            downgrades.noteStale(base, at: now.instant)
        case .cleared:
            verdict = .cleared(annotations: downgrades.noteFresh(base, at: now.instant))
        case .unknown, .unwatched: break
        }
        var transitions = judge(stale, verdict, now: now)
        transitions += judge(
            AlertKey(name: .symbolStale, base: base.base),
            SymbolStaleRule.verdict(
                on: base,
                isBaseStale: trackers[stale]?.state != nil || base.isStale(at: now.instant),
                now: now),
            now: now)
        return transitions
    }

    private mutating func judge(
        _ key: AlertKey, _ verdict: RuleVerdict, now: Moment
    ) -> [(AlertName, AlertTransition)] {
        let verdict = settings[key.name].isEnabled ? verdict : .unwatched
        guard trackers[key] != nil || verdict.isMet else { return [] }
        var tracker = trackers[key] ?? AlertTracker()
        let transition = tracker.take(
            verdict, labels: labels(of: key), timing: timing(of: key.name), now: now)
        trackers[key] = tracker.state == nil ? nil : tracker
        return transition.map { [(key.name, $0)] } ?? []
    }

    private mutating func endUnwatched(
        bases: Set<CurrencyCode>, now: Moment
    ) -> [(AlertName, AlertTransition)] {
        trackers.keys.filter { key in key.base.map { !bases.contains($0) } ?? false }.sorted()
            .flatMap { judge($0, .unwatched, now: now) }
    }

    private mutating func take(_ transition: AlertTransition, of name: AlertName, now: Moment) {
        for route in routes where route.alerts.contains(name) {
            tell(transition, of: name, to: route, now: now)
        }
    }

    mutating func tell(
        _ transition: AlertTransition, of name: AlertName, to route: ReceiverRoute, now: Moment
    ) {
        let key = GroupKey(receiver: route.name, name: name)
        var group =
            groups[key]
            ?? GroupTracker(
                receiver: route.name, name: name,
                origin: GroupOrigin(labels: settings.labels, externalURL: externalURL),
                sendsResolved: route.sendsResolved, timing: timing, now: now)
        group.take(transition, timing: timing, now: now)
        groups[key] = group.isEmpty ? nil : group
    }

    private mutating func updateTexts() {
        for (key, tracker) in trackers {
            guard let alert = tracker.firingAlert else { continue }
            for route in routes {
                groups[GroupKey(receiver: route.name, name: key.name)]?.update(alert)
            }
        }
    }

    private func labels(of key: AlertKey) -> [String: String] {
        var labels = settings.labels
        labels["alertname"] = key.name.rawValue
        labels["severity"] = settings[key.name].severity
        if let base = key.base { labels["base"] = base.text }
        return labels
    }
}

extension RuleVerdict {
    fileprivate var isMet: Bool {
        if case .met = self { return true }
        return false
    }
}
