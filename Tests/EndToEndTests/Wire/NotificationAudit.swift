import Foundation

/// Holds what a daemon told its receivers, and how it counted that, against what came over the wire.
struct NotificationAudit: CustomStringConvertible {
    private let receivers: [WireReceiver]
    private let oracle = DeliveryOracle(timeout: 1)
    private(set) var violations: [String] = []
    private(set) var faults = 0
    private var kinds: [String: Int] = [:]
    private var failures: [String: Int] = [:]
    private var sentAgain = 0

    init(_ receivers: [WireReceiver]) {
        self.receivers = receivers
    }

    var description: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        return """
            \(faults) faults (\(list(kinds))); failures: \(list(failures)); \(sentAgain) requests \
            sent again
            """
    }

    /// Judges all that happened.
    ///
    /// - Parameter rounds: how many things each of them had to be told.
    mutating func judge(_ exchanges: [WireExchange], rounds: Int, on page: MetricsText) {
        let lanes = Dictionary(grouping: exchanges, by: \.lane)
        for receiver in receivers {
            let own = lanes[receiver.name] ?? []
            for exchange in own where exchange.fault.kind != .none {
                faults += 1
                kinds[exchange.fault.kind.rawValue, default: 0] += 1
                if exchange.turn > 1 {
                    violations.append("a second request on a connection: \(exchange.text)")
                }
            }
            sentAgain += max(0, own.count - rounds)
            judgeCounters(of: receiver, own, on: page)
            judgeStory(of: receiver, own, rounds: rounds)
        }
    }

    private mutating func judgeCounters(
        of receiver: WireReceiver, _ own: [WireExchange], on page: MetricsText
    ) {
        let attempts = Int(page.deliveryAttempts(receiver.name))
        let mayBeRepeated = own.count(where: \.mayBeSentAgain)
        if !((own.count - mayBeRepeated)...own.count).contains(attempts) {
            violations.append("\(receiver.name): \(attempts) attempts are counted of \(own.count)")
        }
        let failed = Self.failures(of: receiver.name, on: page)
        for reason in failed { failures[reason, default: 0] += 1 }
        let matching = FailureMatching(
            failures: failed,
            exchanges: own.map { exchange in
                let right = oracle.outcomes(of: exchange, type: receiver.type)
                return FailureMatching.Exchange(
                    reasons: failed.filter { right.contains(.failed($0)) },
                    mayBeNone: right.contains(.delivered) || exchange.mayBeSentAgain)
            })
        for index in matching.uncounted {
            let right = oracle.outcomes(of: own[index], type: receiver.type)
            violations.append(
                "\(receiver.type): counted as delivered, not as \(right): \(own[index].text)")
        }
        if !matching.unexplained.isEmpty {
            let list = own.map(\.text).joined(separator: "\n")
            violations.append("\(receiver.type): \(matching.unexplained) fit none of\n\(list)")
        }
    }

    /// Judges the order and the ids of all that a receiver took.
    private mutating func judgeStory(
        of receiver: WireReceiver, _ own: [WireExchange], rounds: Int
    ) {
        var told: [ToldPart] = []
        for exchange in own where receiver.takes(exchange) {
            let part = ToldPart(exchange.request)
            if let last = told.last, last.id == part.id, last.body == part.body { continue }
            if told.contains(where: { $0.id == part.id && $0.body == part.body }) {
                violations.append("\(receiver.name): out of order: \(exchange.text)")
            }
            told.append(part)
        }
        if told.count != rounds {
            let list = own.map(\.text).joined(separator: "\n")
            violations.append(
                "\(receiver.type): \(told.count) of \(rounds) were told:\n\(list)")
        }
        if Set(told.map(\.id)).count != told.count {
            violations.append("\(receiver.name): an id has two bodies")
        }
        let states = told.map(\.isFiring)
        if states != states.indices.map({ $0.isMultiple(of: 2) }) {
            violations.append("\(receiver.name): told in the order \(states)")
        }
    }

    /// What tells a notification from others, and what it says.
    private struct ToldPart {
        let id: String
        let body: String
        let isFiring: Bool

        init(_ request: [UInt8]) {
            let text = String(decoding: request, as: UTF8.self)
            let parts = text.components(separatedBy: "\r\n\r\n")
            body = parts.dropFirst().joined()
            // Where no header has an id, the body stands for it.
            id = ReceiverServer.header("webhook-id", in: parts[0]) ?? body
            isFiring =
                !body.contains("\"resolve\"") && !body.contains("\"resolved\"")
                && !body.contains("Resolved") && !body.contains("RESOLVED")
        }
    }

    /// The reasons of failed attempts, each as often as it is counted.
    private static func failures(of receiver: String, on page: MetricsText) -> [String] {
        let reasons = [
            "dns", "connect", "tls", "timeout", "interrupted", "redirect", "rate_limited",
            "client", "server", "refused",
        ]
        return reasons.flatMap { reason in
            Array(
                repeating: reason, count: Int(page.failedDeliveries(receiver, because: reason)))
        }
    }
}
