public import Domain
import Freshness

/// What a rule says of its subject at one moment.
enum RuleVerdict: Sendable, Hashable {
    /// The condition holds.
    case met(annotations: [String: String])
    /// There is no evidence for or against it: the alert stands still.
    case unknown
    /// There is evidence that it holds no more.
    case cleared(annotations: [String: String])
    /// The subject is no longer watched.
    case unwatched
}

/// What became of an alert at one moment.
public enum AlertTransition: Sendable, Hashable {
    case fired(Alert)
    case resolved(Alert)
}

/// The life of one alert: inactive, pending, firing, held while it clears.
///
/// | from | verdict | to |
/// |---|---|---|
/// | inactive | met | pending; firing where `for` is 0 |
/// | pending | met for `for` | firing |
/// | pending | cleared, unwatched | inactive, told to nobody |
/// | firing | cleared | firing, held by `keep_firing_for`; resolved where it is 0 |
/// | held | met | firing |
/// | held | cleared for `keep_firing_for` | resolved |
/// | firing, held | unwatched | resolved |
/// | any | unknown | the same; no time is served |
///
/// Time is served by the monotonic clock while the daemon runs: what it did not see does not count.
struct AlertTracker: Sendable {
    /// How long a condition must hold, and be cleared, before something happens.
    struct Timing: Sendable, Hashable {
        var holdFor: Duration
        var keepFiringFor: Duration

        /// Makes a timing.
        init(holdFor: Duration, keepFiringFor: Duration) {
            self.holdFor = holdFor
            self.keepFiringFor = keepFiringFor
        }
    }

    /// Nil while inactive.
    private(set) var state: AlertState?
    /// Until when `heldFor` and `clearFor` are served; nil while their time stands still.
    private var servedUntil: MonotonicInstant?

    /// Makes a tracker of an inactive alert.
    init() {}

    /// Continues an alert of a former process.
    init(_ state: AlertState, now: Moment) {
        self.state = state
        self.state?.clearedAt = state.clearFor.map { now.timestamp - $0 }
    }

    /// Takes in what a former process knew of it, where that comes only now.
    ///
    /// It goes on from the further phase, and from the earlier start; what is known of the present
    /// stands.
    mutating func merge(_ former: AlertState, now: Moment) {
        guard var state else {
            self = AlertTracker(former, now: now)
            return
        }
        let isAhead = former.phase == .firing && state.phase == .pending
        let isBehind = former.phase == .pending && state.phase == .firing
        // Receivers know an alert that fires by the labels of its start.
        if isAhead || !isBehind && former.startsAt < state.startsAt { state.labels = former.labels }
        state.startsAt = min(state.startsAt, former.startsAt)
        state.heldFor = max(state.heldFor, former.heldFor)
        if isAhead { state.phase = .firing }
        self.state = state
    }

    /// Takes in a verdict.
    ///
    /// - Parameter labels: those of an alert that starts now.
    mutating func take(
        _ verdict: RuleVerdict, labels: @autoclosure () -> [String: String], timing: Timing,
        now: Moment
    ) -> AlertTransition? {
        serve(until: now.instant)
        switch verdict {
        case .met(let annotations):
            servedUntil = now.instant
            return meet(annotations, labels: labels(), timing: timing, now: now)
        case .unknown:
            servedUntil = nil
            return nil
        case .cleared(let annotations):
            servedUntil = now.instant
            return clear(annotations, timing: timing, now: now)
        case .unwatched:
            servedUntil = nil
            return end(adding: ["reason": "no longer watched"], now: now)
        }
    }

    /// Takes in that nobody looked for a while: what passed since the last verdict is not served.
    mutating func pause() { servedUntil = nil }

    /// The alert as receivers are told of it; nil unless it fires.
    var firingAlert: Alert? {
        state.flatMap { $0.phase == .firing ? Self.alert($0) : nil }
    }

    /// When the alert changes by time alone, if its verdict stays; nil where it does not.
    func deadline(timing: Timing) -> MonotonicInstant? {
        guard let state, let servedUntil else { return nil }
        switch (state.phase, state.clearFor) {
        case (.pending, _): return servedUntil.advanced(by: timing.holdFor - state.heldFor)
        case (.firing, let clear?): return servedUntil.advanced(by: timing.keepFiringFor - clear)
        case (.firing, nil): return nil
        }
    }

    private mutating func serve(until instant: MonotonicInstant) {
        guard var state, let servedUntil else { return }
        let elapsed = max(.zero, servedUntil.duration(to: instant))
        switch state.phase {
        case .pending: state.heldFor += elapsed
        case .firing: state.clearFor = state.clearFor.map { $0 + elapsed }
        }
        self.state = state
    }

    private mutating func meet(
        _ annotations: [String: String], labels: [String: String], timing: Timing, now: Moment
    ) -> AlertTransition? {
        var state =
            state
            ?? AlertState(
                phase: .pending, labels: labels, annotations: annotations,
                startsAt: now.timestamp)
        state.annotations = annotations
        state.clearFor = nil
        state.clearedAt = nil
        let fires = state.phase == .pending && state.heldFor >= timing.holdFor
        if fires { state.phase = .firing }
        self.state = state
        return fires ? .fired(Self.alert(state)) : nil
    }

    private mutating func clear(
        _ annotations: [String: String], timing: Timing, now: Moment
    ) -> AlertTransition? {
        guard var state else { return nil }
        guard state.phase == .firing else {
            self.state = nil
            return nil
        }
        let clearFor = state.clearFor ?? .zero
        guard clearFor >= timing.keepFiringFor else {
            state.clearFor = clearFor
            state.clearedAt = state.clearedAt ?? now.timestamp
            self.state = state
            return nil
        }
        return end(adding: annotations, now: now)
    }

    private mutating func end(
        adding annotations: [String: String], now: Moment
    ) -> AlertTransition? {
        guard let state else { return nil }
        self.state = nil
        guard state.phase == .firing else { return nil }
        var alert = Self.alert(state)
        alert.annotations.merge(annotations) { $1 }
        // The clock may have been set back since the start.
        alert.endsAt = max(now.timestamp, alert.startsAt)
        return .resolved(alert)
    }

    private static func alert(_ state: AlertState) -> Alert {
        Alert(labels: state.labels, annotations: state.annotations, startsAt: state.startsAt)
    }
}
