import Delivery
import Domain
import TestKit
import Testing

@testable import Exporter

struct TestReportTests {
    private static func report(_ tries: [TestTry]) throws -> TestReport {
        TestReport(
            tries: tries,
            redaction: AnswerRedaction(
                secretsOf: try Configuration.read([], name: nil, folder: "", environment: [:])))
    }

    private static func attempt(
        _ name: String, type: ReceiverType = .webhook, at address: String = "https://hooks.example",
        _ verdict: DeliveryVerdict?, _ detail: String = "status 200", answer: String = ""
    ) throws -> TestTry {
        TestTry(
            receiver: ReceiverSettings(
                name: name, type: type, url: try ReceiverURL("https://hooks.example/x")),
            address: address,
            report: verdict.map {
                DeliveryReport(verdict: $0, detail: detail, deliveredBodies: 0)
            }, answer: Array(answer.utf8))
    }

    @Test func `every address has a line, with what came back`() throws {
        let report = try Self.report([
            Self.attempt("taken", .delivered, "status 204"),
            Self.attempt("taken and said", .delivered, answer: "ok\n"),
            Self.attempt(
                "refused", .failed(.client, lane: .slow), "status 404", answer: "no such hook"),
            Self.attempt(
                "limited", .failed(.rateLimited, lane: .quick, retryAfter: .milliseconds(31_400)),
                "status 429", answer: "{\"retry_after\": 31.4}"),
            Self.attempt(
                "silent", at: "http://127.0.0.1:9", .failed(.timeout, lane: .quick),
                "timeout: Operation timed out after 1001 milliseconds with 0 bytes received"),
            Self.attempt(
                "broken", .failed(.redirect, lane: .slow), "status 302, then interrupted: reset"),
            Self.attempt("\u{1B}[2Jodd\u{202E}", nil),
        ])
        #expect(!report.isDelivered)
        #expect(GoldenFile("../Golden/test-alert.txt").mismatch(with: report.text) == nil)
    }

    @Test func `of a cluster one address is enough`() throws {
        let down = try Self.attempt(
            "am", at: "http://a", .failed(.connect, lane: .quick), "connect: x")
        let up = try Self.attempt("am", at: "http://b", .delivered)
        #expect(try Self.report([down, up]).isDelivered)
        #expect(
            try Self.report([up, down]).text.hasSuffix(
                "1 of 1 receiver took the test notification.\n"))
        #expect(try !Self.report([down, down]).isDelivered)
        let other = try Self.attempt("oncall", .failed(.server, lane: .quick), "status 500")
        #expect(try !Self.report([down, up, other]).isDelivered)
    }

    @Test(arguments: ReceiverType.allCases)
    func `what a test leaves behind is told once for a receiver that took it`(
        type: ReceiverType
    ) throws {
        let taken = try Self.attempt("am", type: type, at: "http://a", .delivered)
        let refused = try Self.attempt(
            "chat", type: type, .failed(.client, lane: .slow), "status 400")
        let lines = try Self.report([taken, taken, refused]).text.split(separator: "\n")
        let notes = lines.filter { $0.contains(": ") && $0.hasPrefix("am:") }
        #expect(notes == (type.aftermathOfTest.map { ["am: \($0)"] } ?? []))
        #expect(!lines.contains { $0.hasPrefix("chat:") })
    }
}
