import ExchangeRate
import FoundationEssentials
import Freshness
import HTTP

extension HTTPResponse {
    /// How long the answer asks to be left alone, in its header or in its body.
    ///
    /// The header as RFC 9110 has it, seconds or a date, and fractions of seconds too; or
    /// `retry_after` of a JSON body, as chat services send it. The longer of the two counts; what
    /// cannot be read, and what asks for no wait, is nil. A date is held against the server's own
    /// clock where the answer tells it.
    func retryAfter(receivedAt: Timestamp) -> Duration? {
        let texts = [headers.values(of: "Retry-After"), RetryAfterBody.values(in: body)]
        let serverTime = headers["Date"].flatMap { Timestamp(httpDate: $0) }
        let waits = texts.compactMap { RetryAfter(headerValues: $0) }.map {
            $0.wait(serverTime: serverTime, arrivedAt: receivedAt)
        }
        return waits.max().flatMap { $0 > .zero ? $0 : nil }
    }
}

/// The part of a JSON body that asks for a wait.
private struct RetryAfterBody: Decodable {
    let value: String

    enum CodingKeys: String, CodingKey {
        case retryAfter = "retry_after"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? container.decode(Double.self, forKey: .retryAfter) {
            value = "\(number)"
        } else {
            value = try container.decode(String.self, forKey: .retryAfter)
        }
    }

    static func values(in body: [UInt8]) -> [String] {
        // Decoding costs: a page of HTML is not even begun.
        guard body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{"),
            let reply = try? JSONDecoder().decode(Self.self, from: Data(body))
        else { return [] }
        return [reply.value]
    }
}
