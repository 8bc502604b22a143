import Freshness
import HTTP

@testable import ExchangeRate
@testable import Transport

/// What the headers of an answer say of waits, limits and the server's clock.
///
/// An input is header lines, read by the transport's own reader.
enum RetryAfterReader: FuzzReader {
    static let name = "retry-after"
    static let words = [
        "HTTP/1.1 429\r\n", "Retry-After: ", "X-RateLimit-Remaining: ", "X-RateLimit-Reset: ",
        "Date: ", "Age: ", "\r\n", ",", "1e9", "1e-9", "0x1p3", "inf", "nan", "-0", "+7", "1.5",
        "9223372036854775807", "2147483648", "Tue, 16 Jun 2026 14:02:00 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ]

    static func seeds() -> [[UInt8]] {
        [
            "Retry-After: 7", "Retry-After: 1.5, 2", "Retry-After: 1e9", "Retry-After: -5",
            "Retry-After: Tue, 16 Jun 2026 14:02:00 GMT\r\nDate: Tue, 16 Jun 2026 14:00:00 GMT",
            "X-RateLimit-Remaining: 7\r\nX-RateLimit-Reset: 1781618520",
            "Date: Tue, 16 Jun 2026 14:00:00 GMT\r\nAge: 2147483648",
        ].map { Array("HTTP/1.1 429 Too Many Requests\r\n\($0)\r\n\r\n".utf8) }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        var head: HTTPResponse?
        switch HTTPAnswer(bytes).result {
        case .success(let response): head = response
        case .failure(let error): head = error.head
        }
        let context = AnswerContext(head, redaction: Redaction([]), isKeyless: true)
        let arrival = Timestamp(nanosecondsSinceEpoch: 1_781_618_520_000_000_000)
        if let retryAfter = context.retryAfter {
            let wait = retryAfter.wait(serverTime: context.serverTime, arrivedAt: arrival)
            try hold(wait >= .zero, "a wait of \(wait)")
            switch retryAfter {
            case .after(let duration):
                try hold(.zero...RetryAfter.longest ~= duration, "a wait of \(duration)")
            case .at(let time):
                try hold(
                    Timestamp(httpDate: time.httpDate) == time, "\(time.httpDate) is no date")
            }
            // Whoever waits adds it to the present.
            try hold(arrival + wait >= arrival, "a wait of \(wait) ends in the past")
        }
        if let remaining = context.limits.remaining {
            try hold(remaining >= 0, "\(remaining) requests are left")
        }
        if let reset = context.limits.reset {
            try hold(Timestamp(iso8601: reset.iso8601) == reset, "\(reset.iso8601) is no time")
        }
        if let time = context.serverTime { _ = (time - arrival, time.iso8601) }
    }
}
