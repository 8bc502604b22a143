import Freshness
import TestKit
import Testing

struct FreshnessLimitsDuePropertyTests {
    /// Data at random: of 2000 to 2040, and as often as not within an hour of the market's hours.
    private struct Draw {
        var generator: SeededGenerator

        mutating func time() -> Timestamp {
            let seconds = Int64.random(in: 946_684_800..<2_240_524_800, using: &generator)
            let time = Timestamp(nanosecondsSinceEpoch: seconds * 1_000_000_000)
            guard Bool.random(using: &generator) else { return time }
            let closure = FXCalendar.closure(endingAfter: time)
            let edge =
                Bool.random(using: &generator) ? closure.lowerBound : closure.upperBound
            return edge + duration(-3600...3600)
        }

        mutating func duration(_ seconds: ClosedRange<Int>) -> Duration {
            .seconds(Int.random(in: seconds, using: &generator))
        }

        mutating func session() -> String? {
            [nil, "open", "weekend", "interbank_closed"].randomElement(using: &generator) ?? nil
        }

        mutating func limits() -> FreshnessLimits {
            FreshnessLimits(
                live: duration(1...400_000), liveClosed: duration(1...400_000),
                classes: [
                    "ecb_daily": .targetPublication(grace: duration(0...400_000)),
                    "fred_daily": .age(duration(1...400_000)),
                ], unlisted: duration(1...400_000))
        }
    }

    private static let sources = ["live", "ecb_daily", "fred_daily", "other"]

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `newer data is never due before older data, nor before it was observed`(seed: UInt64) {
        var draw = Draw(generator: SeededGenerator(seed: seed))
        for _ in 0..<250 {
            let limits = Bool.random(using: &draw.generator) ? .standard : draw.limits()
            let interval = draw.duration(1...86400)
            let session = draw.session()
            let first = draw.time()
            let second = first + draw.duration(0...400_000)
            let now = first + draw.duration(-400_000...400_000)
            for source in Self.sources {
                let dues = [first, second].map {
                    limits.due(
                        source: source, marketSession: session, observedAt: $0,
                        interval: interval, now: now)
                }
                let what = "\(source) \(session ?? "-") \(first.iso8601) \(second.iso8601)"
                #expect(dues[0] <= dues[1], "\(what)")
                #expect(dues[0] >= first + interval || source == "live", "\(what)")
                #expect(dues[0] >= first && dues[1] >= second, "\(what)")
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `no known class waits for more than 13 days and the interval`(seed: UInt64) {
        var draw = Draw(generator: SeededGenerator(seed: seed))
        for _ in 0..<250 {
            let observed = draw.time()
            let interval = draw.duration(1...86400)
            for source in ["live", "ecb_daily", "fred_daily"] {
                let due = FreshnessLimits.standard.due(
                    source: source, marketSession: draw.session(), observedAt: observed,
                    interval: interval, now: observed + draw.duration(0...400_000))
                #expect(due <= observed + .seconds(13 * 86400) + interval)
            }
        }
    }

    /// The rule in other words: step by step, what is fresh at the step before and within the limit
    /// that holds at this one.
    private func walk(
        _ limits: FreshnessLimits, isOpen: Bool, observed: Timestamp, interval: Duration,
        step: Duration
    ) -> Timestamp {
        let live = limits.live + interval
        let closed = max(limits.live, limits.liveClosed) + interval
        var opening: Timestamp?
        var time = observed
        while true {
            let closing = FXCalendar.closing(before: time)
            if closing == nil, let last = FXCalendar.closing(before: time - step) {
                // The opening lies between two steps.
                opening = FXCalendar.opening(after: last)
            }
            let isCovered = closing.map { $0 <= observed + live } ?? false
            let granted = opening.map { $0 + live } ?? observed
            let limit = observed + (isCovered && !isOpen ? closed : live)
            if time > max(limit, granted) { return time - step }
            time = time + step
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `one due time says what the rule says at every minute`(seed: UInt64) {
        var draw = Draw(generator: SeededGenerator(seed: seed))
        var limits = FreshnessLimits.standard
        limits.liveClosed = draw.duration(60...300_000)
        let step = Duration.seconds(60)
        for _ in 0..<5 {
            let observed = draw.time()
            let interval = draw.duration(1...3600)
            for session in ["open", "weekend"] {
                let due = limits.due(
                    source: "live", marketSession: session, observedAt: observed,
                    interval: interval, now: observed)
                let walked = walk(
                    limits, isOpen: session == "open", observed: observed, interval: interval,
                    step: step)
                #expect(
                    walked <= due && due < walked + step,
                    "\(observed.iso8601) \(session): \(due.iso8601), not \(walked.iso8601)")
            }
        }
    }
}
