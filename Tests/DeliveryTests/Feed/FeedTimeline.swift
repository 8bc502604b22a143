import Domain
import Freshness

@testable import Delivery

/// Runs a feed on a virtual clock against addresses that a script answers for.
struct FeedTimeline {
    struct Try: Hashable, CustomStringConvertible {
        let address: Int
        /// Seconds after the example time.
        let at: Double
        /// `+` what fires, `-` what ended, in the order of the request.
        let told: String

        var description: String { "\(address)@\(at) \(told)" }
    }

    var feed: AlertFeed
    private(set) var now = Moment.example
    private(set) var tries: [Try] = []
    /// What was taken for the first time, and when.
    private(set) var delivered: [String] = []
    private(set) var dropped: [String] = []
    private var firing: [Alert] = []

    init(addresses: Int = 1, sendsResolved: Bool = true, giveUpAfter: Duration = .seconds(3600)) {
        feed = AlertFeed(
            settings: .cluster(addresses: addresses, sendsResolved: sendsResolved),
            giveUpAfter: giveUpAfter)
    }

    mutating func fire(_ base: String) -> Bool {
        firing.append(.example(base, startsAt: now.instant.seconds))
        return update(ended: [])
    }

    mutating func resolve(_ base: String) -> Bool {
        guard let index = firing.firstIndex(where: { $0.labels["base"] == base }) else {
            return false
        }
        var alert = firing.remove(at: index)
        alert.endsAt = now.timestamp
        return update(ended: [alert])
    }

    /// Another process goes on with what is stored, and with what fires.
    mutating func restart() {
        let state = feed.state
        let settings = feed.settings
        feed = AlertFeed(settings: settings, giveUpAfter: .seconds(3600))
        feed.restore(state, now: now)
        _ = update(ended: [])
    }

    /// Lets time pass up to so many seconds after the example time.
    mutating func run(until end: Double, isUp: (Int, Double) -> Bool = { _, _ in true }) {
        while true {
            // As each evaluation does it.
            _ = update(ended: [])
            dropped += feed.expire(now: now).map { Self.text([$0.alert]) }
            var next: [MonotonicInstant] = [feed.expiry].compactMap(\.self)
            for address in feed.settings.urls.indices {
                switch feed.next(address: address, now: now) {
                case .idle: break
                case .wait(let instant): next.append(instant)
                case .tell(let name, let alerts):
                    attempt(name, alerts, address: address, isUp: isUp)
                    next.append(now.instant)
                }
            }
            guard let deadline = next.min(), deadline.seconds <= end else { break }
            now = now.advanced(by: now.instant.duration(to: deadline))
        }
        now = .after(end)
    }

    private mutating func attempt(
        _ name: AlertName, _ alerts: [Alert], address: Int, isUp: (Int, Double) -> Bool
    ) {
        let seconds = now.instant.seconds
        tries.append(Try(address: address, at: seconds, told: Self.text(alerts)))
        feed.begin(name, at: feed.settings.urls[address], now: now)
        let news = feed.settle(
            name, alerts: alerts, at: feed.settings.urls[address],
            verdict: isUp(address, seconds) ? .delivered : .down, now: now)
        if !news.isEmpty { delivered.append("\(seconds) \(Self.text(news))") }
    }

    private mutating func update(ended: [Alert]) -> Bool {
        feed.update(firing: [.stale: firing], ended: ended.map { (.stale, $0) }, now: now)
    }

    static func text(_ alerts: [Alert]) -> String {
        alerts.map { ($0.isFiring ? "+" : "-") + ($0.labels["base"] ?? "") }
            .joined(separator: " ")
    }
}

extension ReceiverSettings {
    /// Settings of a receiver of the present state, whose addresses share a host.
    static func cluster(
        addresses: Int, sendsResolved: Bool = true, alerts: Set<AlertName> = [.stale]
    ) -> ReceiverSettings {
        var settings = ReceiverSettings.example("cluster", type: .alertmanager)
        settings.otherURLs = (1..<max(addresses, 1)).map { index in
            ReceiverSettings.example(
                "cluster", type: .alertmanager,
                url: "https://hooks.example:8443/\(index)/\(secret)"
            ).url
        }
        settings.sendsResolved = sendsResolved
        settings.alerts = alerts
        return settings
    }
}
