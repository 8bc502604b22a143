import Domain
import Freshness

/// What a receiver of the present state is told: all alerts of a group, again and again.
///
/// A state machine without a clock. Every address hears of what fires once a minute, whatever its
/// last answer was, and of what ended until a quarter of an hour after it took that: a receiver
/// that keeps alerts in memory alone loses nothing by a restart of its own.
struct AlertFeed: Sendable {
    /// The time between two tries at one address.
    static let interval: Duration = .seconds(60)
    /// The least time between two tries at one address, however much is new.
    static let spacing: Duration = .milliseconds(500)
    /// For how long an address that knows of an end is told of it.
    static let echo: Duration = .seconds(15 * 60)

    private(set) var settings: ReceiverSettings
    private var giveUpAfter: Duration
    private var counters = DeliveryCounters()
    private var groups: [AlertName: FeedGroup] = [:]
    private var lastFailures: [DeliveryFailure?]

    init(settings: ReceiverSettings, giveUpAfter: Duration) {
        self.settings = settings
        self.giveUpAfter = giveUpAfter
        lastFailures = settings.urls.map { _ in nil }
    }

    /// Takes in what a former process stored; ends that are known already are passed over.
    mutating func restore(_ state: FeedState, now: Moment) {
        let names = addressNames
        for ended in state.ended where settings.alerts.contains(ended.group) {
            let takenAt = names.map { name in
                ended.takenAt[name].map { now.moment(at: min($0, now.timestamp)) }
            }
            add(ended.alert, takenAt: takenAt, to: ended.group, now: now)
        }
    }

    /// Takes over other settings: addresses that stay keep what they know, and new ones learn all.
    mutating func reconfigure(settings: ReceiverSettings, giveUpAfter: Duration, now: Moment) {
        let former = settings.urls.map { address(of: $0) }
        lastFailures = former.map { $0.flatMap { lastFailures[$0] } }
        for name in groups.keys {
            guard settings.alerts.contains(name) else {
                groups[name] = nil
                continue
            }
            groups[name]?.setAddresses(former, now: now)
        }
        self.settings = settings
        self.giveUpAfter = giveUpAfter
    }

    /// The place of an address in the settings; nil where it is not among them.
    func address(of url: ReceiverURL) -> Int? { settings.urls.firstIndex(of: url) }

    /// Takes in what fires, and what has ended since the last call.
    ///
    /// - Returns: whether there is something new to tell.
    mutating func update(
        firing: [AlertName: [Alert]], ended: [(AlertName, Alert)], now: Moment
    ) -> Bool {
        var isNew = false
        for (name, alert) in ended where settings.alerts.contains(name) {
            // Who wants no ends still learns of what it never heard of.
            guard settings.sendsResolved || groups[name]?.isHeardOf(alert) != true else {
                continue
            }
            add(alert, takenAt: settings.urls.map { _ in nil }, to: name, now: now)
            isNew = true
        }
        for name in AlertName.allCases where settings.alerts.contains(name) {
            let alerts = firing[name] ?? []
            guard groups[name] != nil || !alerts.isEmpty else { continue }
            var group = self.group(name, now: now)
            if group.setFiring(alerts, now: now) { isNew = true }
            groups[name] = group
            prune(name, now: now)
        }
        return isNew
    }

    /// What the worker of an address does next.
    func next(address: Int, now: Moment) -> FeedStep {
        let dues = AlertName.allCases.compactMap { name in
            groups[name]?.due(address: address, limits: limits, now: now).map { (name, $0) }
        }
        guard !groups.values.contains(where: { $0.isInFlight(address: address) }),
            let (name, due) = dues.min(by: { $0.1 < $1.1 })
        else { return .idle }
        guard due <= now.instant else { return .wait(until: due) }
        return .tell(name, groups[name]?.alerts(for: address, limits: limits, now: now) ?? [])
    }

    /// Tries at a group since there was last something new to tell.
    func attempts(_ name: AlertName) -> Int { groups[name]?.attempts ?? 0 }

    /// Takes in that an address is being told of a group.
    mutating func begin(_ name: AlertName, at url: ReceiverURL, now: Moment) {
        guard let address = address(of: url) else { return }
        groups[name]?.begin(address: address, interval: Self.interval, now: now)
        counters.attempts += 1
    }

    /// Takes in that a try was broken off before its end was known.
    mutating func abandon(_ name: AlertName, at url: ReceiverURL, now: Moment) {
        guard let address = address(of: url) else { return }
        groups[name]?.abandon(address: address, now: now)
    }

    /// Takes in how a try ended.
    ///
    /// - Returns: what is delivered by it: alerts whose state no address had taken before.
    mutating func settle(
        _ name: AlertName, alerts: [Alert], at url: ReceiverURL, verdict: DeliveryVerdict,
        now: Moment
    ) -> [Alert] {
        // One that a reload took out tells nothing of those that are left.
        guard let address = address(of: url) else { return [] }
        switch verdict {
        case .delivered:
            lastFailures[address] = nil
            counters.lastSuccessAt = now.timestamp
            let news = groups[name]?.take(alerts, address: address, now: now) ?? []
            prune(name, now: now)
            return news
        case .failed(let failure, _, _):
            lastFailures[address] = failure
            counters.failures[failure, default: 0] += 1
            groups[name]?.fail(address: address, failure)
            prune(name, now: now)
            return []
        }
    }

    /// Lets go of ends that were told for long enough, and gives those that nobody took.
    mutating func expire(now: Moment) -> [(group: AlertName, alert: Alert)] {
        var dropped: [(group: AlertName, alert: Alert)] = []
        for name in AlertName.allCases {
            guard var group = groups[name] else { continue }
            dropped += group.expire(limits: limits, now: now).map { (name, $0) }
            groups[name] = group
            prune(name, now: now)
        }
        counters.dropped += UInt64(dropped.count)
        return dropped
    }

    /// When `expire` has something to do; nil where nothing waits.
    var expiry: MonotonicInstant? {
        groups.values.compactMap { $0.expiry(limits: limits) }.min()
    }

    /// Whether the last try at an address failed.
    func isFailing(at url: ReceiverURL) -> Bool {
        address(of: url).map { lastFailures[$0] != nil } ?? false
    }

    /// What a restart continues from.
    var state: FeedState {
        let names = addressNames
        let ended = AlertName.allCases.flatMap { name in
            (groups[name]?.ended ?? []).map { entry in
                let taken = zip(names, entry.takenAt).compactMap { address, moment in
                    moment.map { (address, $0.timestamp) }
                }
                return FeedState.Ended(
                    group: name, alert: entry.alert,
                    takenAt: Dictionary(taken, uniquingKeysWith: { first, _ in first }))
            }
        }
        return FeedState(receiver: settings.name, ended: ended)
    }

    func snapshot(at now: Moment) -> ReceiverSnapshot {
        ReceiverSnapshot(
            name: settings.name, type: settings.type.rawValue,
            address: addressNames.joined(separator: ", "), counters: counters,
            waiting: AlertName.allCases.compactMap { name in
                groups[name]?.waiting(as: AlertGroup(name), at: now)
            }, failingAddresses: failingAddresses)
    }

    /// Only while tries go on: what failed last says nothing of a time when nobody asks.
    private var failingAddresses: [ReceiverSnapshot.FailingAddress] {
        guard !groups.isEmpty else { return [] }
        return zip(addressNames, lastFailures).compactMap { address, failure in
            failure.map { ReceiverSnapshot.FailingAddress(address: address, failure: $0) }
        }
    }

    private var limits: FeedGroup.Limits {
        FeedGroup.Limits(echo: Self.echo, giveUpAfter: giveUpAfter)
    }

    /// What the state and pages call each address: what may be shown of it, counted where two look alike.
    private var addressNames: [String] {
        var seen: [String: Int] = [:]
        return settings.urls.map { url in
            seen[url.address, default: 0] += 1
            let count = seen[url.address] ?? 1
            return count == 1 ? url.address : "\(url.address) #\(count)"
        }
    }

    private func group(_ name: AlertName, now: Moment) -> FeedGroup {
        groups[name] ?? FeedGroup(addressCount: settings.urls.count, now: now)
    }

    private mutating func add(_ alert: Alert, takenAt: [Moment?], to name: AlertName, now: Moment) {
        var group = self.group(name, now: now)
        group.add(ended: alert, takenAt: takenAt, now: now)
        groups[name] = group
    }

    private mutating func prune(_ name: AlertName, now: Moment) {
        guard var group = groups[name] else { return }
        group.prune(limits: limits, now: now)
        groups[name] = group.isEmpty ? nil : group
    }
}
