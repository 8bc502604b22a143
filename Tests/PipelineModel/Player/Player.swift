import Delivery
import Domain
import ExchangeRate
import Freshness
import Pipeline

/// Plays a schedule on the pipeline and on the model at once, and compares the two.
///
/// It does what the engine does, in the same order and without its tasks: it wakes when the pipeline
/// says, stores what it is given, and sends what is due.
struct Player {
    struct Request {
        var base: Setup.Base
        var startedAt: Moment
        var endsAt: MonotonicInstant
        var answer: Result<Latest, ExchangeRateError>
    }

    struct Delivery {
        var item: OutboxItem
        var destination: Destination
        var endsAt: MonotonicInstant
        var mood: PeerMood
    }

    /// The most moments of one schedule, fewer where each takes long: the rest of it is left out.
    var mostMoments: Int { schedule.setup.bases.count > 10 ? 100 : 1000 }

    let schedule: Schedule
    /// As it is written in the file, and as it is in force.
    var setup: Setup
    var state: PipelineState
    var reference: Reference
    /// What a process that is killed now goes on from.
    var committed: Reference
    var disk = Disk()
    var now: Moment
    /// When the present process began.
    var startedAt: MonotonicInstant
    /// How far the wall clock is ahead of the true time.
    var skew: Duration = .zero
    var moods: [CurrencyCode: APIMood] = [:]
    /// When the mood of a base began, by the true time.
    var moodSince: [CurrencyCode: Timestamp] = [:]
    var peers: [String: Peer] = [:]
    var owed: [Owed] = []
    var committedOwed: [Owed] = []
    var requests: [Request] = []
    var deliveries: [Delivery] = []
    /// What is to be stored with the next evaluation.
    var pending = StateUpdate()
    /// Whether something came that is to be judged.
    var isEvaluationDue = true
    var isAnswered = false
    var killPoint: Step.KillPoint?
    var down: Duration = .zero
    var lastID = 0
    var moments = 0
    var wakesAtOnce = 0
    var polls: [CurrencyCode: UInt64] = [:]
    var errors: [CurrencyCode: [FailureReason: UInt64]] = [:]
    var tries: [String: UInt64] = [:]
    var timeline: [String] = []
    var keepsTimeline: Bool

    init(_ schedule: Schedule, keepsTimeline: Bool) {
        self.schedule = schedule
        self.keepsTimeline = keepsTimeline
        setup = schedule.setup
        now = Moment(
            timestamp: schedule.start,
            instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))
        startedAt = now.instant
        state = PipelineState(
            settings: setup.settings(loadedAt: now.timestamp), stored: StoredState(), now: now)
        reference = Reference(setup, now: now)
        committed = Reference(nothingOf: setup)
        for receiver in setup.receivers { peers[receiver.name] = Peer() }
        if keepsTimeline { note("\(setup)") }
    }

    /// Plays all steps, and then lets all come to rest.
    mutating func play() throws(Disagreement) {
        for step in schedule.steps where moments < mostMoments {
            if keepsTimeline { note("--- \(step)") }
            try guarded { player throws(Interruption) in try player.take(step) }
        }
        if keepsTimeline { note("--- all is well from now on") }
        moods = [:]
        for name in peers.keys { peers[name]?.mood = PeerMood() }
        disk.fails = false
        killPoint = nil
        moments = 0
        now.timestamp = trueTime
        skew = .zero
        try guarded { player throws(Interruption) in try player.comeToRest() }
    }

    private mutating func guarded(
        _ work: (inout Player) throws(Interruption) -> Void
    ) throws(Disagreement) {
        do throws(Interruption) {
            do throws(Interruption) {
                try work(&self)
            } catch .killed {
                try restart(after: down)
            }
        } catch {
            guard case .disagreement(let what) = error else { return }
            throw Disagreement(at: now.timestamp, what: what, timeline: timeline)
        }
    }

    mutating func note(_ line: String) {
        timeline.append("\(now.timestamp.iso8601) \(line)")
    }

    func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws(Interruption) {
        if !holds { throw .disagreement(what()) }
    }

    /// The time that the API knows.
    var trueTime: Timestamp { now.timestamp - skew }
}
