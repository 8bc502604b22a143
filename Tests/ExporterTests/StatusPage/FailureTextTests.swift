import ExchangeRate
import Testing

@testable import Exporter

struct FailureTextTests {
    @Test(
        arguments: [
            (nil, nil), ("", nil), ("rate_limited", nil), ("rate_limited: rate_limited", nil),
            ("no answer", "no answer"), ("rate_limited: wait", "wait"),
            (
                "rate_limited: too many requests (status 429): rate_limited: slow down: please",
                "too many requests (status 429): slow down: please"
            ),
            ("rate_limited: the code is burst_limited: wait", "the code is burst_limited: wait"),
        ] as [(String?, String?)])
    func `a reason is not said again`(message: String?, text: String?) {
        #expect(FailureText.text(message, reason: .rateLimited) == text)
    }
}
