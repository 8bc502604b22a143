import Freshness
import HTTP

extension RateLimits {
    /// Reads the limits from an answer's headers; what makes no sense is not there.
    init(_ headers: HTTPHeaders) {
        self.init(
            remaining: Self.number(headers.values(of: "X-RateLimit-Remaining")),
            reset: Self.number(headers.values(of: "X-RateLimit-Reset")).flatMap {
                Timestamp(epochNumber: $0)
            })
    }

    /// The first value that is a whole number of digits alone.
    private static func number(_ values: [String]) -> Int64? {
        values.lazy.compactMap { value -> Int64? in
            let text = value.trimmingBlanks()
            let isDigits = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            return isDigits ? Int64(text) : nil
        }.first
    }
}
