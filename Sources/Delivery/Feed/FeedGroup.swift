import Domain
import Freshness

/// The alerts of one name as the addresses of a feed know them.
struct FeedGroup: Sendable {
    struct Limits: Sendable {
        /// For how long an address that knows of an end is told of it.
        let echo: Duration
        /// For how long an address that does not is tried.
        let giveUpAfter: Duration
    }

    struct Ended: Sendable, Hashable {
        let alert: Alert
        let endedAt: MonotonicInstant
        /// When each address took it; nil: not yet.
        var takenAt: [Moment?]

        /// Whether at least one address has taken it: then it is delivered.
        var isTaken: Bool { takenAt.contains { $0 != nil } }
    }

    private struct Address: Sendable {
        /// When it is told again, if there is something to tell.
        var due: Moment
        var isInFlight = false
        var lastTry: MonotonicInstant?
        /// What it has taken as firing since the start.
        var taken: Set<Alert.Identity> = []
    }

    private(set) var firing: [Alert] = []
    private(set) var ended: [Ended] = []
    private var addresses: [Address]
    /// Since when each alert fires, as far as this process saw it.
    private var firingSince: [Alert.Identity: Moment] = [:]
    /// Tries since there was last something new to tell, and how the last of them failed.
    private(set) var attempts = 0
    private var lastFailure: DeliveryFailure?

    init(addressCount: Int, now: Moment) {
        addresses = (0..<addressCount).map { _ in Address(due: now) }
    }

    /// Takes over other addresses.
    ///
    /// - Parameter former: the place that each had before; nil for a new one.
    mutating func setAddresses(_ former: [Int?], now: Moment) {
        addresses = former.map { $0.map { addresses[$0] } ?? Address(due: now) }
        for index in ended.indices {
            ended[index].takenAt = former.map { $0.flatMap { ended[index].takenAt[$0] } }
        }
    }

    var isEmpty: Bool {
        firing.isEmpty && ended.isEmpty && !addresses.contains(where: \.isInFlight)
    }

    func isInFlight(address: Int) -> Bool { addresses[address].isInFlight }

    /// Whether an address has taken an alert as firing.
    func isHeardOf(_ alert: Alert) -> Bool { isTakenByAny(alert) }

    /// Takes in what fires; whether an alert is new.
    mutating func setFiring(_ alerts: [Alert], now: Moment) -> Bool {
        // Most evaluations change nothing, and identities cost.
        guard alerts != firing else { return false }
        let known = Set(firing.map(\.identity))
        let isNew = alerts.contains { !known.contains($0.identity) }
        firing = alerts
        let present = Set(alerts.map(\.identity))
        for identity in present where firingSince[identity] == nil {
            firingSince[identity] = now
        }
        firingSince = firingSince.filter { present.contains($0.key) }
        for index in addresses.indices { addresses[index].taken.formIntersection(present) }
        if isNew { hurry(now: now) }
        return isNew
    }

    mutating func add(ended alert: Alert, takenAt: [Moment?], now: Moment) {
        let fingerprint = alert.fingerprint
        guard !ended.contains(where: { $0.alert.identity == alert.identity }),
            !ended.contains(where: {
                $0.alert.fingerprint == fingerprint && $0.alert.startsAt > alert.startsAt
            })
        else { return }
        // The present state has one end for each alert: a dead receiver piles up none.
        ended.removeAll { $0.alert.fingerprint == fingerprint }
        // A clock that was set back makes nothing end later than now.
        let endedAt = now.instant(at: min(alert.endsAt ?? now.timestamp, now.timestamp))
        ended.append(Ended(alert: alert, endedAt: endedAt, takenAt: takenAt))
        firing.removeAll { $0.identity == alert.identity }
        hurry(now: now)
    }

    /// When an address is to be told; nil where there is nothing to tell it.
    func due(address: Int, limits: Limits, now: Moment) -> MonotonicInstant? {
        let hasNews = ended.contains { wants($0, address: address, limits: limits, now: now) }
        return firing.isEmpty && !hasNews ? nil : addresses[address].due.instant
    }

    /// What an address is told: an end right before the alert of the same labels that fires, so
    /// that one that came again ends up firing.
    func alerts(for address: Int, limits: Limits, now: Moment) -> [Alert] {
        let ends = ended.filter { wants($0, address: address, limits: limits, now: now) }
            .map(\.alert)
        let present = Set(firing.map(\.fingerprint))
        let before = Dictionary(grouping: ends, by: \.fingerprint)
        return ends.filter { !present.contains($0.fingerprint) }
            + firing.flatMap { (before[$0.fingerprint] ?? []) + [$0] }
    }

    mutating func begin(address: Int, interval: Duration, now: Moment) {
        addresses[address].isInFlight = true
        addresses[address].lastTry = now.instant
        addresses[address].due = now.advanced(by: interval)
        attempts += 1
    }

    mutating func abandon(address: Int, now: Moment) {
        addresses[address].isInFlight = false
        addresses[address].due = now
    }

    mutating func fail(address: Int, _ failure: DeliveryFailure) {
        addresses[address].isInFlight = false
        lastFailure = failure
    }

    /// Takes in that an address took alerts; gives those that none had taken in their state.
    mutating func take(_ alerts: [Alert], address: Int, now: Moment) -> [Alert] {
        addresses[address].isInFlight = false
        let ends = Dictionary(
            ended.enumerated().map { ($1.alert.identity, $0) },
            uniquingKeysWith: { first, _ in first })
        let present = Set(firing.map(\.identity))
        var news: [Alert] = []
        for alert in alerts {
            let identity = alert.identity
            if let index = ends[identity] {
                // It may have ended while it was told as firing.
                guard !alert.isFiring else { continue }
                if !ended[index].isTaken { news.append(alert) }
                ended[index].takenAt[address] = ended[index].takenAt[address] ?? now
            } else if present.contains(identity) {
                if !isTakenByAny(alert) { news.append(alert) }
                addresses[address].taken.insert(identity)
            }
        }
        if !news.isEmpty { startAnew() }
        return news
    }

    /// Lets go of what nobody took in time.
    mutating func expire(limits: Limits, now: Moment) -> [Alert] {
        let dropped = ended.filter { entry in
            !entry.isTaken && done(entry, limits: limits) <= now.instant
        }
        ended.removeAll { dropped.contains($0) }
        return dropped.map(\.alert)
    }

    /// Lets go of the ends that were taken, and that no address is to hear of any more.
    mutating func prune(limits: Limits, now: Moment) {
        ended = ended.filter { !$0.isTaken || done($0, limits: limits) > now.instant }
    }

    /// When the next end is let go of.
    func expiry(limits: Limits) -> MonotonicInstant? {
        ended.map { done($0, limits: limits) }.min()
    }

    /// What no address has taken in its present state; nil where there is nothing.
    func waiting(as group: AlertGroup, at now: Moment) -> ReceiverSnapshot.Waiting? {
        let open = firing.filter { !isTakenByAny($0) }
        let ends = ended.filter { !$0.isTaken }
        let moments =
            open.compactMap { firingSince[$0.identity] }
            + ends.compactMap { entry in
                entry.alert.endsAt.map { Moment(timestamp: $0, instant: entry.endedAt) }
            }
        guard let oldest = moments.min(by: { $0.instant < $1.instant }) else { return nil }
        let due = addresses.filter { !$0.isInFlight }.map(\.due)
            .min { $0.instant < $1.instant }
        return ReceiverSnapshot.Waiting(
            group: group, alertCount: open.count + ends.count, isFiring: !open.isEmpty,
            createdAt: oldest.timestamp(by: now), attempts: attempts,
            nextAttemptAt: due?.timestamp(by: now),
            lastFailure: lastFailure)
    }

    private mutating func hurry(now: Moment) {
        for index in addresses.indices {
            // What many bases bring at once goes out together.
            let earliest = addresses[index].lastTry?.advanced(by: AlertFeed.spacing)
            let wait = max(.zero, earliest.map { now.instant.duration(to: $0) } ?? .zero)
            addresses[index].due = now.advanced(by: wait)
        }
        startAnew()
    }

    private mutating func startAnew() {
        attempts = 0
        lastFailure = nil
    }

    private func isTakenByAny(_ alert: Alert) -> Bool {
        let identity = alert.identity
        return addresses.contains { $0.taken.contains(identity) }
    }

    /// Whether an address is still to hear of an end.
    private func wants(_ entry: Ended, address: Int, limits: Limits, now: Moment) -> Bool {
        now.instant < done(entry, address: address, limits: limits)
    }

    private func done(_ entry: Ended, limits: Limits) -> MonotonicInstant {
        addresses.indices.map { done(entry, address: $0, limits: limits) }.max() ?? entry.endedAt
    }

    private func done(_ entry: Ended, address: Int, limits: Limits) -> MonotonicInstant {
        guard let taken = entry.takenAt[address] else {
            return entry.endedAt.advanced(by: limits.giveUpAfter)
        }
        // What fires again is told instead.
        let isOver = firing.contains { $0.fingerprint == entry.alert.fingerprint }
        return isOver ? taken.instant : taken.instant.advanced(by: limits.echo)
    }
}
