import Domain
import Freshness
import HTTP
import Testing

@testable import Delivery

struct HTTPResponseRetryAfterTests {
    /// The example time is Tue, 16 Jun 2026 14:00:00 GMT.
    @Test(
        arguments: [
            ("seconds", ["Retry-After": "7"], "", 7),
            ("a fraction of seconds", ["Retry-After": "1.5"], "", 1.5),
            ("a date", ["Retry-After": "Tue, 16 Jun 2026 14:00:30 GMT"], "", 30),
            (
                "a date by the server's clock",
                [
                    "Retry-After": "Tue, 16 Jun 2026 15:00:30 GMT",
                    "Date": "Tue, 16 Jun 2026 15:00:00 GMT",
                ], "", 30
            ),
            ("a date that is past", ["Retry-After": "Tue, 16 Jun 2026 13:00:00 GMT"], "", nil),
            ("zero", ["Retry-After": "0"], "", nil),
            ("negative", ["Retry-After": "-5"], "", nil),
            ("empty", ["Retry-After": ""], "", nil),
            ("nonsense", ["Retry-After": "soon"], "", nil),
            ("not a number", ["Retry-After": "nan"], "", nil),
            ("beyond all bounds", ["Retry-After": "1e300"], "", 366 * 86400),
            ("JSON", [:], #"{"message": "slow down", "retry_after": 7}"#, 7),
            ("a fraction in JSON", [:], #" {"retry_after": 0.25}"#, 0.25),
            ("a string in JSON", [:], #"{"retry_after": "3.5"}"#, 3.5),
            ("a negative number in JSON", [:], #"{"retry_after": -1}"#, nil),
            ("true in JSON", [:], #"{"retry_after": true}"#, nil),
            ("null in JSON", [:], #"{"retry_after": null}"#, nil),
            ("a number out of range in JSON", [:], #"{"retry_after": 1e999}"#, nil),
            ("JSON of another shape", [:], #"[{"retry_after": 7}]"#, nil),
            ("JSON cut short", [:], #"{"retry_after": 7"#, nil),
            ("HTML", [:], "<html>retry_after: 7</html>", nil),
            ("header and JSON: the longer", ["Retry-After": "2"], #"{"retry_after": 7}"#, 7),
            ("JSON beside a header of nonsense", ["Retry-After": "x"], #"{"retry_after": 7}"#, 7),
        ] as [(String, [String: String], String, Double?)])
    func `a wait is taken from header and body`(
        name: String, headers: [String: String], body: String, seconds: Double?
    ) {
        let response = HTTPResponse(429, headers, body: body)
        #expect(
            response.retryAfter(receivedAt: Moment.example.timestamp)
                == seconds.map { .seconds($0) })
    }

    @Test func `a body nested deep asks for nothing`() {
        let body = String(repeating: #"{"a":"#, count: 5000)
        let response = HTTPResponse(429, body: body)
        #expect(response.retryAfter(receivedAt: Moment.example.timestamp) == nil)
    }
}
