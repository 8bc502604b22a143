import Freshness
import Testing

@testable import APIModel

struct LimitBookTests {
    @Test func `the 13th request of a minute is refused until the first is a minute old`() throws {
        var provider = Provider(settings: limited)
        let start = try time("2026-06-16T14:00:30Z")
        for index in 0..<12 {
            let answer = ask(&provider, start + .seconds(index * 2))
            #expect(answer.status == 200)
            #expect(answer.header("X-RateLimit-Remaining") == "\(11 - index)")
            #expect(answer.header("X-RateLimit-Reset") == "\((start + .seconds(60)).wholeSeconds)")
        }
        let refused = ask(&provider, start + .milliseconds(24_500))
        #expect(refused.status == 429)
        #expect(try ErrorBody(refused).code == "ip_rate_limited")
        #expect(refused.header("Retry-After") == "36")
        #expect(refused.header("X-RateLimit-Remaining") == "0")
        #expect(ask(&provider, start + .milliseconds(59_999)).status == 429)
        #expect(ask(&provider, start + .seconds(60)).status == 200)
        #expect(ask(&provider, start + .seconds(61)).status == 429)
    }

    @Test func `the 101st request of an hour is refused until the first is an hour old`() throws {
        var provider = Provider(settings: limited)
        let start = try time("2026-06-16T14:00:00Z")
        for index in 0..<100 {
            let answer = ask(&provider, start + .seconds(index * 10))
            #expect(answer.status == 200)
            // From the 95th on the hour has less room than the minute.
            let remaining = min(99 - index, 11 - min(index, 5))
            #expect(answer.header("X-RateLimit-Remaining") == "\(remaining)")
            if index >= 94 {
                let end = (start + .seconds(3600)).wholeSeconds
                #expect(answer.header("X-RateLimit-Reset") == "\(end)")
            }
        }
        let refused = ask(&provider, start + .seconds(1000))
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") == "2600")
        #expect(ask(&provider, start + .seconds(3599)).status == 429)
        #expect(ask(&provider, start + .seconds(3600)).status == 200)
    }

    @Test func `addresses have their own windows, and a key has none`() throws {
        var provider = Provider(settings: limited)
        let now = try time("2026-06-16T14:00:00Z")
        for _ in 0..<12 { _ = ask(&provider, now) }
        #expect(ask(&provider, now).status == 429)
        #expect(ask(&provider, now, address: "127.0.0.2").status == 200)
        for _ in 0..<50 { #expect(ask(&provider, now, key: "exr_live_1").status == 200) }
    }

    @Test func `a key's quota is spent until the first of the next month`() throws {
        var settings = limited
        settings.monthlyQuota = 3
        var provider = Provider(settings: settings)
        let now = try time("2026-12-31T23:59:58Z")
        for left in [2, 1, 0] {
            let answer = ask(&provider, now, key: "exr_live_1")
            #expect(answer.status == 200)
            #expect(answer.header("X-RateLimit-Remaining") == "\(left)")
            #expect(answer.header("X-RateLimit-Reset") == "1798761600")
        }
        let refused = ask(&provider, now + .seconds(1), key: "exr_live_1")
        #expect(refused.status == 403)
        #expect(try ErrorBody(refused).code == "quota_exceeded")
        #expect(ask(&provider, now, key: "exr_live_2").status == 200)
        #expect(ask(&provider, now + .seconds(2), key: "exr_live_1").status == 200)
    }

    @Test func `limits that are switched off are counted and never refuse`() throws {
        var provider = Provider()
        let now = try time("2026-06-16T14:00:00Z")
        for _ in 0..<200 { #expect(ask(&provider, now).status == 200) }
        #expect(ask(&provider, now).header("X-RateLimit-Remaining") == "0")
    }

    @Test func `a clock that was put back leaves no request in the future`() throws {
        var provider = Provider(settings: limited)
        let now = try time("2026-06-16T14:00:00Z")
        for _ in 0..<12 { _ = ask(&provider, now) }
        #expect(ask(&provider, now - .seconds(7200)).status == 200)
    }

    private var limited: ProviderSettings {
        var settings = ProviderSettings()
        settings.enforcesLimits = true
        return settings
    }

    private func ask(
        _ provider: inout Provider, _ now: Timestamp, key: String? = nil,
        address: String = "127.0.0.1"
    ) -> APIAnswer {
        provider.answer(
            to: APIRequest(
                target: "/v1/latest/USD?symbols=EUR", authorization: key.map { "Bearer \($0)" },
                address: address), at: now)
    }
}
