import HTTP
import TestKit
import Testing

/// Whatever the API does wrong is counted by its reason, and nothing that was known is lost.
@Suite(.fewAtATime)
struct FailedPollsTests {
    /// A fault of the stand-in, and what the exporter calls it.
    struct Case: CustomTestStringConvertible {
        let fault: String
        let reason: String
        /// How many requests it takes to make one poll fail.
        let count: Int

        init(_ fault: String, _ reason: String, count: Int = 1) {
            self.fault = fault
            self.reason = reason
            self.count = count
        }

        var testDescription: String { "\(fault) is \(reason)" }
    }

    @Test(arguments: [
        Case("hang", "timeout"),
        Case("drip", "timeout"),
        Case("redirect&location=http://127.0.0.2:9/", "redirect"),
        Case("huge", "too_large"),
        Case("gzip_bomb&bytes=3000000", "too_large"),
        Case("error&status=400&code=invalid_request", "bad_request"),
        Case("unauthorized", "unauthorized"),
        Case("forbidden", "forbidden"),
        Case("error&status=404&code=lost", "not_found"),
        Case("error&status=422&code=invalid_pair", "unprocessable"),
        Case("limit", "rate_limited"),
        Case("quota", "quota_exceeded"),
        Case("error", "server"),
        Case("page", "server"),
        Case("error&status=503&code=live_unavailable&shape=nested", "server"),
        Case("error&status=418&code=teapot&shape=text", "unexpected_status"),
        Case("reset", "interrupted"),
        Case("reset&bytes=30", "interrupted"),
        Case("cut", "interrupted"),
        Case("error&status=200&code=something_new", "api_error"),
        Case("error&status=200&code=invalid_pair", "unprocessable"),
        Case("garbage", "decode"),
        Case("empty", "decode"),
        Case("empty_object", "decode"),
        Case("number&value=nan", "decode"),
        Case("stamp&text=yesterday", "decode"),
        Case("stamp&text=2026-02-30T10:00:00Z", "decode"),
        Case("wrong_base&to=GBP", "base_mismatch"),
    ])
    func `a failed poll is counted by its reason, readings stay, and the next one works`(
        example: Case
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: standIn.url, apiKeys: ["timeout: \(1500 * Sanitizer.slowness)ms"],
                pollKeys: ["max_backoff: 2s"]))
        let before = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        try await standIn.add(fault: "\(example.fault)&count=\(example.count)")
        let failed = try await exporter.metrics("the failure is counted") { $0.failedPolls() > 0 }
        #expect(failed.failedPolls(because: example.reason) == 1, "\(exporter.log)")
        #expect(failed.series("exchangerate_rate") == before.series("exchangerate_rate"))
        #expect(
            failed.series("exchangerate_rate_timestamp_seconds")
                == before.series("exchangerate_rate_timestamp_seconds"))
        let after = try await exporter.metrics("the next one works") {
            $0.goodPolls() > failed.goodPolls()
        }
        #expect(after.failedPolls() == 1)
        #expect(after.value("exchangerate_up", ["base": "USD"]) == 1)
        #expect(after.series("exchangerate_rate") == before.series("exchangerate_rate"))
    }

    @Test(arguments: [
        Case("http://api.invalid", "dns"),
        // A reserved port takes no connection; the stand-in speaks no TLS.
        Case("http://REFUSED", "connect"), Case("https://STANDIN", "tls"),
    ])
    func `an API that is not reached is counted by its reason, and the page answers`(
        example: Case
    ) async throws {
        let standIn = try await StandInProcess()
        let refused = try ReservedPort()
        let url = example.fault
            .replacing("http://REFUSED", with: refused.url)
            .replacing("STANDIN", with: standIn.url.replacing("http://", with: ""))
        let exporter = try await ExporterProcess(ExporterConfiguration(api: url))
        let page = try await exporter.metrics("the failure is counted") { $0.failedPolls() > 0 }
        #expect(page.failedPolls(because: example.reason) > 0, "\(exporter.log)")
        #expect(page.value("exchangerate_up", ["base": "USD"]) == 0)
        #expect(try await exporter.get("/-/ready").status == 503)
        #expect(try await exporter.get("/-/healthy").status == 200)
        #expect(try await exporter.get("/").text.contains("<code>\(example.reason)</code>"))
    }

    @Test func `a redirect is not followed`() async throws {
        let elsewhere = try await StandInProcess()
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "redirect&location=\(elsewhere.url)/v1/latest/USD")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        _ = try await exporter.metrics("two polls") {
            $0.failedPolls(because: "redirect") > 1
        }
        #expect(try await elsewhere.requests().isEmpty)
    }
}
