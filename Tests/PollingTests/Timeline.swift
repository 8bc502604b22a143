import Domain
import ExchangeRate
import Freshness

@testable import Polling

/// Runs a schedule on a virtual clock against scripted answers, and notes every request.
struct Timeline {
    struct Request: Equatable, CustomStringConvertible {
        let base: String
        /// Seconds since the start.
        let at: Double
        var description: String { "\(base)@\(at)" }
    }

    /// An answer, and how long it takes to come.
    struct Answer {
        var result: PollResult
        var retryAfter: Duration?
        var latency: Duration = .zero
        var isPlanRefusal = false

        static let good = Answer(result: .good)
        static func failed(_ reason: FailureReason, retryAfter: Duration? = nil) -> Answer {
            Answer(
                result: .failed(reason), retryAfter: retryAfter,
                isPlanRefusal: reason == .forbidden)
        }
    }

    static let start = Moment(
        // 2026-06-16T14:00:00Z, a Tuesday.
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000),
        instant: MonotonicInstant(nanosecondsSinceBoot: 5_000_000_000_000))

    var schedule: PollSchedule
    private(set) var now = start
    private(set) var requests: [Request] = []
    private var pending: [(base: CurrencyCode, due: MonotonicInstant, answer: Answer)] = []
    var jitter = 0.0
    /// How long an attempt takes to be stored before its request leaves.
    var storing: Duration = .zero
    /// How many requests of others have left since each base was due.
    private var turnsWaited: [String: Int] = [:]
    /// The most of them that any base had to wait for.
    private(set) var mostTurnsWaited = 0

    init(_ schedule: PollSchedule, now: Moment = start) {
        self.schedule = schedule
        self.now = now
    }

    var elapsed: Duration { Self.start.instant.duration(to: now.instant) }

    /// Lets time pass; `answer` is asked at each request, with its number from 0 and its base.
    mutating func run(
        for duration: Duration, answer: (Int, String, Double) -> Answer
    ) {
        let end = now.instant.advanced(by: duration)
        while true {
            if let index = pending.indices.filter({ pending[$0].due <= now.instant })
                .min(by: { pending[$0].due < pending[$1].due })
            {
                let done = pending.remove(at: index)
                schedule.finish(
                    done.base, result: done.answer.result,
                    isPlanRefusal: done.answer.isPlanRefusal, retryAfter: done.answer.retryAfter,
                    jitter: jitter, now: now)
                continue
            }
            var wake = pending.map(\.due).min() ?? end
            switch schedule.next(now: now) {
            // Storing takes time, so that there may always be a base that is due.
            case .poll where now.instant >= end:
                return
            case .poll(let base):
                noteTurn(of: base)
                schedule.begin(base, now: now)
                now = now.advanced(by: storing)
                _ = schedule.send(base, now: now)
                let request = Request(base: base.text, at: elapsed.inSeconds)
                let answer = answer(requests.count, base.text, request.at)
                requests.append(request)
                pending.append((base, now.instant.advanced(by: answer.latency), answer))
                continue
            case .wait(let instant):
                wake = min(wake, instant)
            case .waitForAnswer:
                break
            }
            guard wake < end else {
                now = now.advanced(by: now.instant.duration(to: end))
                return
            }
            now = now.advanced(by: now.instant.duration(to: wake))
        }
    }

    private mutating func noteTurn(of base: CurrencyCode) {
        let underWay = Set(pending.map(\.base))
        for other in schedule.bases
        where other != base && !underWay.contains(other) && schedule.isDue(other, now: now) {
            turnsWaited[other.text, default: 0] += 1
            mostTurnsWaited = max(mostTurnsWaited, turnsWaited[other.text] ?? 0)
        }
        turnsWaited[base.text] = 0
    }

    /// Continues in a new process after a pause, from what the old one stored.
    mutating func restart(
        after pause: Duration = .zero, bases: [WatchedBase], settings: PollSettings,
        fingerprint: UInt32 = 1
    ) {
        let states = bases.compactMap { schedule.state(of: $0.base) }
        let account = schedule.account
        now = now.advanced(by: pause)
        pending = []
        schedule = PollSchedule(
            bases: bases, settings: settings, liveLimit: .seconds(900), fingerprint: fingerprint,
            account: account, states: states, now: now)
    }

    var times: [Double] { requests.map(\.at) }
}

func watch(_ codes: String..., every interval: Duration) -> [WatchedBase] {
    codes.compactMap { CurrencyCode($0) }.map {
        WatchedBase(base: $0, symbols: [], interval: interval)
    }
}

func schedule(
    _ bases: [WatchedBase], _ settings: PollSettings, live: Duration = .seconds(900)
) -> PollSchedule {
    PollSchedule(
        bases: bases, settings: settings, liveLimit: live, fingerprint: 1, account: nil,
        states: [], now: Timeline.start)
}

func settings(_ change: (inout PollSettings) -> Void = { _ in }) -> PollSettings {
    var settings = PollSettings()
    settings.requestsPerMinute = 0
    change(&settings)
    return settings
}
