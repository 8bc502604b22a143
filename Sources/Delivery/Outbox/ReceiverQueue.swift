import Domain
import Freshness

/// The undelivered notifications of one receiver, and what it has said of being asked.
///
/// One is in flight at most. Of a group only the oldest is tried; a newer one takes the place of
/// those before it that it covers.
struct ReceiverQueue: Sendable {
    private struct Row: Sendable {
        var item: OutboxItem
        let createdAt: MonotonicInstant
        /// Failed tries since the start or the last reload.
        var failures = 0
        var due: MonotonicInstant
        /// Where it is being sent to; nil while it waits.
        var sentTo: ReceiverURL?

        var isInFlight: Bool { sentTo != nil }
    }

    private(set) var settings: ReceiverSettings
    private var giveUpAfter: Duration
    private var counters = DeliveryCounters()
    /// Oldest first.
    private var rows: [Row] = []
    /// Until when the receiver asked to be left alone.
    private var quietUntil: Moment?
    private var isStopped = false
    /// Whether the last try failed.
    private(set) var isFailing = false

    init(settings: ReceiverSettings, giveUpAfter: Duration) {
        self.settings = settings
        self.giveUpAfter = giveUpAfter
    }

    var items: [OutboxItem] { rows.map(\.item) }

    func contains(_ id: String) -> Bool { index(of: id) != nil }

    /// Puts in a row, and gives those that left for it.
    mutating func insert(_ item: OutboxItem, now: Moment) -> [OutboxItem] {
        guard !contains(item.notification.id) else { return [] }
        var item = item
        item.retryAfter = quietUntil.flatMap { $0.instant > now.instant ? $0.timestamp : nil }
        // A clock that was set back makes nothing younger than now.
        let createdAt = now.instant(at: min(item.notification.createdAt, now.timestamp))
        let place = rows.firstIndex { $0.createdAt > createdAt } ?? rows.endIndex
        rows.insert(Row(item: item, createdAt: createdAt, due: now.instant), at: place)
        return removeCovered(group: item.notification.group)
    }

    /// Takes in that the receiver asked a former process to be left alone.
    mutating func keepQuiet(until timestamp: Timestamp?, now: Moment) {
        guard let timestamp, timestamp > now.timestamp else { return }
        quiet(for: timestamp - now.timestamp, now: now)
    }

    func next(now: Moment) -> DeliveryStep {
        guard let (row, due) = nextTry else { return .idle }
        return due <= now.instant ? .send(row.item) : .wait(until: due)
    }

    /// Takes in that a row is being sent; false where there is none of this id.
    mutating func begin(_ id: String) -> Bool {
        guard let index = index(of: id) else { return false }
        rows[index].sentTo = settings.url
        rows[index].item.attempts += 1
        counters.attempts += 1
        return true
    }

    /// Takes in how a try ended; nil where none of this id is in flight.
    mutating func settle(
        _ id: String, verdict: DeliveryVerdict, deliveredBodies: Int, jitter: Double, now: Moment
    ) -> Settlement? {
        guard let index = index(of: id), let url = rows[index].sentTo else { return nil }
        rows[index].sentTo = nil
        switch verdict {
        case .delivered:
            isFailing = false
            counters.lastSuccessAt = now.timestamp
            return .delivered(rows.remove(at: index).item.notification)
        case .failed(let failure, let lane, let retryAfter):
            isFailing = true
            counters.failures[failure, default: 0] += 1
            rows[index].item.lastFailure = failure
            rows[index].item.deliveredBodies = max(
                rows[index].item.deliveredBodies, deliveredBodies)
            rows[index].failures += 1
            // What a former address asks for says nothing of the one in force.
            let isInForce = url == settings.url
            if let retryAfter, isInForce { quiet(for: retryAfter, now: now) }
            if lane == .stopped, isInForce { isStopped = true }
            return reschedule(
                index, lane: isInForce ? lane : .quick, jitter: jitter, now: now)
        }
    }

    /// Takes in that a try was broken off before its end was known, as by a stop.
    mutating func abandon(_ id: String) {
        guard let index = index(of: id) else { return }
        rows[index].sentTo = nil
    }

    /// Gives up what has waited for too long, whether it was tried or not.
    mutating func expire(now: Moment) -> [OutboxItem] {
        let expired = rows.filter { !$0.isInFlight && isExpired($0, now: now) }.map(\.item)
        remove(expired)
        counters.dropped += UInt64(expired.count)
        return expired
    }

    /// When `next` or `expire` has something to do, if nothing happens until then.
    var deadline: MonotonicInstant? {
        [expiry, nextTry?.due].compactMap(\.self).min()
    }

    /// When the first row is to be given up; a try under way ends first.
    var expiry: MonotonicInstant? {
        rows.filter { !$0.isInFlight }.map { $0.createdAt.advanced(by: giveUpAfter) }.min()
    }

    /// Takes over other settings: all waits end, but for what the receiver itself asked for.
    mutating func reconfigure(settings: ReceiverSettings, giveUpAfter: Duration, now: Moment) {
        if settings.url != self.settings.url {
            isStopped = false
            quietUntil = nil
            for index in rows.indices { rows[index].item.retryAfter = nil }
        }
        self.settings = settings
        self.giveUpAfter = giveUpAfter
        for index in rows.indices {
            rows[index].failures = 0
            rows[index].due = now.instant
            rows[index].item.nextAttemptAt = nil
        }
    }

    /// Puts a row in the place of the one of the same notification.
    mutating func replace(_ item: OutboxItem) {
        if let index = index(of: item.notification.id) { rows[index].item = item }
    }

    func snapshot(at now: Moment) -> ReceiverSnapshot {
        ReceiverSnapshot(
            name: settings.name, type: settings.type.rawValue, address: settings.url.address,
            counters: counters,
            waiting: rows.map { row in
                let item = row.item
                let created = Moment(
                    timestamp: item.notification.createdAt, instant: row.createdAt)
                let times = [
                    item.nextAttemptAt.map { Moment(timestamp: $0, instant: row.due) },
                    item.retryAfter == nil ? nil : quietUntil,
                ].compactMap { $0?.timestamp(by: now) }
                return ReceiverSnapshot.Waiting(
                    group: item.notification.group, alertCount: item.notification.alerts.count,
                    isFiring: item.notification.isFiring,
                    createdAt: created.timestamp(by: now), attempts: item.attempts,
                    nextAttemptAt: row.isInFlight ? nil : times.max(),
                    lastFailure: item.lastFailure)
            }, isStopped: isStopped)
    }

    private var nextTry: (row: Row, due: MonotonicInstant)? {
        guard !isStopped, !rows.contains(where: \.isInFlight) else { return nil }
        var groups: Set<AlertGroup> = []
        let heads = rows.filter { groups.insert($0.item.notification.group).inserted }
        guard let head = heads.min(by: { $0.due < $1.due }) else { return nil }
        return (head, max(head.due, quietUntil?.instant ?? head.due))
    }

    private func index(of id: String) -> Int? {
        rows.firstIndex { $0.item.notification.id == id }
    }

    private func isExpired(_ row: Row, now: Moment) -> Bool {
        row.createdAt.advanced(by: giveUpAfter) <= now.instant
    }

    private mutating func quiet(for duration: Duration, now: Moment) {
        let until = now.advanced(by: min(duration, RetryPlan.longestRetryAfter))
        guard until.instant > quietUntil?.instant ?? now.instant else { return }
        quietUntil = until
        for index in rows.indices { rows[index].item.retryAfter = until.timestamp }
    }

    private mutating func reschedule(
        _ index: Int, lane: DeliveryLane, jitter: Double, now: Moment
    ) -> Settlement {
        let row = rows[index]
        let notification = row.item.notification
        if isExpired(row, now: now) {
            rows.remove(at: index)
            counters.dropped += 1
            return .dropped(notification)
        }
        if let newer = rows[(index + 1)...].map(\.item.notification).first(where: {
            $0.group == notification.group && $0.covers(notification)
        }) {
            rows.remove(at: index)
            return .replaced(by: newer)
        }
        guard
            let wait = RetryPlan.wait(
                afterFailures: row.failures, lane: lane, jitter: jitter)
        else {
            rows[index].item.nextAttemptAt = nil
            return .stopped
        }
        let own = now.advanced(by: wait)
        let due = quietUntil.map { $0.instant > own.instant ? $0 : own } ?? own
        rows[index].due = due.instant
        rows[index].item.nextAttemptAt = due.timestamp
        return .again(at: due)
    }

    /// Takes out the waiting rows of a group that a newer one covers.
    private mutating func removeCovered(group: AlertGroup) -> [OutboxItem] {
        let members = rows.filter { $0.item.notification.group == group }
        var covered: [OutboxItem] = []
        for (index, row) in members.enumerated() where !row.isInFlight {
            let isCovered = members[(index + 1)...].contains {
                $0.item.notification.covers(row.item.notification)
            }
            if isCovered { covered.append(row.item) }
        }
        remove(covered)
        return covered
    }

    /// Takes out rows.
    mutating func remove(_ items: [OutboxItem]) {
        let ids = Set(items.map(\.notification.id))
        rows.removeAll { ids.contains($0.item.notification.id) }
    }
}
