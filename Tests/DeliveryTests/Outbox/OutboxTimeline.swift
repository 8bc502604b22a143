import Domain
import Freshness

@testable import Delivery

/// Runs an outbox on a virtual clock against a receiver that a script answers for.
struct OutboxTimeline {
    struct Try: Hashable, CustomStringConvertible {
        let id: String
        /// Seconds after the example time.
        let at: Double
        var description: String { "\(id)@\(at)" }
    }

    var outbox: Outbox
    private(set) var now = Moment.example
    private(set) var tries: [Try] = []
    private(set) var settlements: [Settlement] = []
    private(set) var dropped: [String] = []
    /// How long an answer takes to come.
    var latency: Duration = .zero
    var jitter = 0.5

    init(_ receivers: [ReceiverSettings] = [.example()], giveUpAfter: Duration = .seconds(259_200))
    {
        outbox = Outbox(receivers: receivers, giveUpAfter: giveUpAfter)
    }

    var seconds: Double { now.instant.seconds }

    @discardableResult
    mutating func insert(_ notification: Notification) -> [String] {
        var notification = notification
        notification.createdAt = now.timestamp
        return outbox.insert(notification, bodies: [Array(notification.id.utf8)], now: now)
            .map(\.notification.id)
    }

    /// Lets time pass up to so many seconds after the example time.
    mutating func run(until end: Double, answer: (Try) -> DeliveryVerdict) {
        while true {
            dropped += outbox.expire(now: now).map(\.notification.id)
            if let item = outbox.receivers.lazy.compactMap({ [outbox, now] in
                outbox.next($0, now: now).item
            }).first {
                attempt(item, answer: answer)
                continue
            }
            guard let deadline = outbox.deadline, deadline.seconds <= end else { break }
            now = now.advanced(by: now.instant.duration(to: deadline))
        }
        now = .after(max(end, seconds))
    }

    private mutating func attempt(_ item: OutboxItem, answer: (Try) -> DeliveryVerdict) {
        let id = item.notification.id
        let entry = Try(id: id, at: seconds)
        tries.append(entry)
        outbox.begin(id)
        now = now.advanced(by: latency)
        if let settlement = outbox.settle(
            id, verdict: answer(entry), jitter: jitter, now: now)
        {
            settlements.append(settlement)
        }
    }
}

extension DeliveryStep {
    var item: OutboxItem? {
        switch self {
        case .send(let item): item
        case .wait, .idle: nil
        }
    }
}

extension DeliveryVerdict {
    static let down = DeliveryVerdict.failed(.connect, lane: .quick)
}
