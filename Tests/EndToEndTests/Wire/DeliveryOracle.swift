import Foundation

/// What may become of a delivery by the bytes that came back.
struct DeliveryOracle {
    /// What became of it.
    enum Outcome: Hashable, CustomStringConvertible {
        case delivered
        case failed(String)

        var description: String {
            switch self {
            case .delivered: "delivered"
            case .failed(let reason): reason
            }
        }
    }

    /// The timeout of a request, in seconds.
    let timeout: Double

    /// What is right for an exchange with a receiver of a type.
    func outcomes(of exchange: WireExchange, type: String) -> Set<Outcome> {
        var right: Set<Outcome>
        switch exchange.ending {
        case .stays: right = outcomes(of: exchange, type: type, isEnded: false)
        case .closes, .halfCloses: right = outcomes(of: exchange, type: type, isEnded: true)
        // A reset may throw away what came before it.
        case .resets:
            right = outcomes(of: exchange, type: type, isEnded: false)
                .union([.failed("interrupted")])
        }
        // A machine that is busy makes any answer late.
        if exchange.duration > timeout * 0.8 { right.insert(.failed("timeout")) }
        return right
    }

    private func outcomes(
        of exchange: WireExchange, type: String, isEnded: Bool
    ) -> Set<Outcome> {
        let reading = AnswerReading(exchange.passed, isEnded: isEnded)
        let lacking = Outcome.failed(isEnded ? "interrupted" : "timeout")
        let isChanged = !exchange.answer.starts(with: exchange.passed)
        let broken: Set<Outcome> = isChanged ? [.failed("interrupted"), lacking] : []
        // Without a whole status line nothing is known of what the receiver did.
        guard let status = reading.status, !reading.isForeign else {
            return broken.union([lacking])
        }
        guard 200...299 ~= status else {
            return broken.union([.failed(Self.reason(of: status))])
        }
        guard type == "slack" || type == "pagerduty" else {
            return isChanged ? broken.union([.delivered]) : [.delivered]
        }
        guard reading.isWhole else {
            return type == "slack"
                ? broken.union([lacking])
                : broken.union(isChanged ? [.delivered, .failed("refused")] : [.delivered])
        }
        let isTaken =
            type == "slack"
            ? status == 200 && Self.trimmed(reading.body) == Array("ok".utf8)
            : Self.isSuccess(reading.body)
        let word = isTaken ? Outcome.delivered : .failed("refused")
        return isChanged ? broken.union([word]) : [word]
    }

    private static func reason(of status: Int) -> String {
        switch status {
        case 300...399: "redirect"
        case 429: "rate_limited"
        case 400...499: "client"
        default: "server"
        }
    }

    private static func trimmed(_ body: [UInt8]) -> [UInt8] {
        let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        return Array(body.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// An object that has another status is no success; what is no object says nothing.
    private static func isSuccess(_ body: [UInt8]) -> Bool {
        let text = String(decoding: body, as: UTF8.self)
        guard trimmed(body).first == UInt8(ascii: "{") else {
            return trimmed(body).first != UInt8(ascii: "<")
        }
        // Nor does one that is broken.
        guard (try? JSONSerialization.jsonObject(with: Data(body))) != nil else { return true }
        guard let match = text.firstMatch(of: /"status"\s*:\s*"([^"]*)"/) else { return true }
        return match.1 == "success"
    }
}
