import Domain
import Freshness
import Testing

@testable import Alerting

/// Timelines are texts: one character a minute, and each verdict holds until the next.
///
/// Verdicts: `+` met, `-` cleared, `?` unknown, `x` unwatched, `R` the daemon restarts after an hour,
/// `S` the machine sleeps for one.
/// States: `.` inactive, `p` pending, `F` firing, `h` held while it clears; `!` marks the minute
/// at which it fires, `v` the one at which it resolves.
struct AlertTrackerTests {
    struct Timeline: CustomTestStringConvertible {
        let testDescription: String
        let holdFor: Int
        let keep: Int
        let verdicts: String
        let states: String
    }

    static let timelines = [
        Timeline(
            testDescription: "without waits it fires and resolves at once",
            holdFor: 0, keep: 0, verdicts: "-++--+-", states: ".!Fv.!v"),
        Timeline(
            testDescription: "it fires after `for`",
            holdFor: 2, keep: 0, verdicts: "++++-", states: "pp!Fv"),
        Timeline(
            testDescription: "a gap begins `for` anew",
            holdFor: 2, keep: 0, verdicts: "++-+++", states: "pp.pp!"),
        Timeline(
            testDescription: "it is held while it clears",
            holdFor: 0, keep: 2, verdicts: "+-----", states: "!hhv.."),
        Timeline(
            testDescription: "what comes back while held is the same alert",
            holdFor: 0, keep: 2, verdicts: "+--+---", states: "!hhFhhv"),
        Timeline(
            testDescription: "missing evidence changes nothing",
            holdFor: 0, keep: 0, verdicts: "+????-", states: "!FFFFv"),
        Timeline(
            testDescription: "time without evidence is not served while pending",
            holdFor: 2, keep: 0, verdicts: "+???+++", states: "ppppp!F"),
        Timeline(
            testDescription: "time without evidence is not served while held",
            holdFor: 0, keep: 2, verdicts: "+-??---", states: "!hhhhv."),
        Timeline(
            testDescription: "the end of watching ends it at once",
            holdFor: 0, keep: 5, verdicts: "+x-", states: "!v."),
        Timeline(
            testDescription: "the end of watching ends a pending one silently",
            holdFor: 3, keep: 0, verdicts: "+x+", states: "p.p"),
        Timeline(
            testDescription: "a restart goes on with the time of `for` that was served",
            holdFor: 3, keep: 0, verdicts: "++R+++", states: "ppppp!"),
        Timeline(
            testDescription: "a restart while firing stays firing",
            holdFor: 0, keep: 0, verdicts: "+R+-", states: "!FFv"),
        Timeline(
            testDescription: "a restart while held goes on with what was served",
            holdFor: 0, keep: 2, verdicts: "+--R--", states: "!hhhhv"),
        Timeline(
            testDescription: "an hour that the machine slept is not served while pending",
            holdFor: 3, keep: 0, verdicts: "++S+++", states: "ppppp!"),
        Timeline(
            testDescription: "an hour that the machine slept is not served while held",
            holdFor: 0, keep: 2, verdicts: "+--S--", states: "!hhhhv"),
    ]

    @Test(arguments: timelines)
    func `an alert lives as its table says`(timeline: Timeline) {
        let timing = AlertTracker.Timing(
            holdFor: .seconds(60 * timeline.holdFor), keepFiringFor: .seconds(60 * timeline.keep))
        var tracker = AlertTracker()
        var now = Moment.example
        var seen = ""
        for verdict in timeline.verdicts {
            var transition: AlertTransition?
            switch verdict {
            case "R":
                now = Moment(
                    timestamp: now.timestamp + .seconds(3600),
                    instant: MonotonicInstant(nanosecondsSinceBoot: 99))
                tracker = tracker.state.map { AlertTracker($0, now: now) } ?? AlertTracker()
            case "S":
                tracker.pause()
                now = now.advanced(by: .seconds(3600))
            case "x":
                transition = tracker.take(.unwatched, labels: [:], timing: timing, now: now)
            case "?":
                transition = tracker.take(.unknown, labels: [:], timing: timing, now: now)
            case "+":
                transition = tracker.take(
                    .met(annotations: [:]), labels: [:], timing: timing, now: now)
            default:
                transition = tracker.take(
                    .cleared(annotations: [:]), labels: [:], timing: timing, now: now)
            }
            seen.append(Self.mark(of: tracker, transition))
            if verdict != "R", verdict != "S" { now = now.advanced(by: .seconds(60)) }
        }
        #expect(seen == timeline.states)
    }

    @Test func `it keeps start and labels of its start to the end`() {
        let timing = AlertTracker.Timing(holdFor: .seconds(60), keepFiringFor: .zero)
        var tracker = AlertTracker()
        let start = Moment.example
        _ = tracker.take(
            .met(annotations: ["n": "1"]), labels: ["a": "1"], timing: timing, now: start)
        let fired = tracker.take(
            .met(annotations: ["n": "2"]), labels: ["a": "2"], timing: timing,
            now: start.advanced(by: .seconds(60)))
        #expect(
            fired
                == .fired(
                    Alert(
                        labels: ["a": "1"], annotations: ["n": "2"], startsAt: start.timestamp)))
        let resolved = tracker.take(
            .unwatched, labels: [:], timing: timing, now: start.advanced(by: .seconds(120)))
        #expect(
            resolved
                == .resolved(
                    Alert(
                        labels: ["a": "1"],
                        annotations: ["n": "2", "reason": "no longer watched"],
                        startsAt: start.timestamp, endsAt: start.timestamp + .seconds(120))))
    }

    @Test func `since when it clears stands still, and a restart moves it by what it missed`() {
        let timing = AlertTracker.Timing(holdFor: .zero, keepFiringFor: .seconds(300))
        var tracker = AlertTracker()
        func take(_ verdict: RuleVerdict, after seconds: Int) -> Timestamp? {
            _ = tracker.take(verdict, labels: [:], timing: timing, now: .after(seconds))
            return tracker.state?.clearedAt
        }
        let cleared = RuleVerdict.cleared(annotations: [:])
        #expect(take(.met(annotations: [:]), after: 0) == nil)
        for second in [60, 61, 200] {
            #expect(take(cleared, after: second) == Moment.after(60).timestamp)
        }
        #expect(take(.unknown, after: 210) == Moment.after(60).timestamp)
        #expect(take(.met(annotations: [:]), after: 220) == nil)
        #expect(take(cleared, after: 300) == Moment.after(300).timestamp)
        #expect(take(cleared, after: 320) == Moment.after(300).timestamp)
        guard var state = tracker.state else {
            Issue.record("it fires no more")
            return
        }
        // The storage does not keep it.
        state.clearedAt = nil
        tracker = AlertTracker(state, now: .after(1000))
        #expect(tracker.state?.clearedAt == Moment.after(980).timestamp)
        #expect(take(cleared, after: 1010) == Moment.after(980).timestamp)
    }

    @Test func `its deadline is when waiting alone changes it`() {
        let timing = AlertTracker.Timing(
            holdFor: .seconds(60), keepFiringFor: .seconds(300))
        var tracker = AlertTracker()
        let start = Moment.example
        func take(_ verdict: RuleVerdict, after seconds: Int) {
            _ = tracker.take(
                verdict, labels: [:], timing: timing, now: start.advanced(by: .seconds(seconds)))
        }
        #expect(tracker.deadline(timing: timing) == nil)
        take(.met(annotations: [:]), after: 0)
        #expect(tracker.deadline(timing: timing) == start.instant.advanced(by: .seconds(60)))
        take(.met(annotations: [:]), after: 60)
        #expect(tracker.deadline(timing: timing) == nil)
        take(.cleared(annotations: [:]), after: 100)
        #expect(tracker.deadline(timing: timing) == start.instant.advanced(by: .seconds(400)))
        take(.unknown, after: 200)
        #expect(tracker.deadline(timing: timing) == nil)
    }

    private static func mark(
        of tracker: AlertTracker, _ transition: AlertTransition?
    ) -> Character {
        switch transition {
        case .fired: return "!"
        case .resolved: return "v"
        case nil: break
        }
        guard let state = tracker.state else { return "." }
        switch (state.phase, state.clearFor) {
        case (.pending, _): return "p"
        case (.firing, nil): return "F"
        case (.firing, _?): return "h"
        }
    }

    @Test func `an alert does not end before its start where the clock was set back`() {
        var tracker = AlertTracker()
        let timing = AlertTracker.Timing(holdFor: .zero, keepFiringFor: .zero)
        let fired = tracker.take(
            .met(annotations: [:]), labels: [:], timing: timing, now: .after(7200))
        let later = Moment(
            timestamp: Moment.example.timestamp, instant: Moment.after(7300).instant)
        let ended = tracker.take(
            .cleared(annotations: [:]), labels: [:], timing: timing, now: later)
        guard case .fired(let alert) = fired, case .resolved(let end) = ended else {
            Issue.record("\(String(describing: fired)), \(String(describing: ended))")
            return
        }
        #expect(end.endsAt == alert.startsAt)
    }
}
