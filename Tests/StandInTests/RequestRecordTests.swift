import APIModel
import Freshness
import Testing

@testable import StandIn

struct RequestRecordTests {
    @Test(arguments: [
        (String?.none, "key=no"), ("Bearer exr_live_secret", "key=yes"),
        ("Bearer ", "key=unusable"), ("exr_live_secret", "key=unusable"),
        ("Basic exr_live_secret", "key=unusable"),
    ])
    func `the log says whether a key came, and never which`(header: String?, text: String) throws {
        let line = try record(authorization: header).line
        #expect(line.hasSuffix(text))
        #expect(!line.contains("secret"))
    }

    @Test func `a line holds all of a request on one line`() throws {
        #expect(
            try record(target: "/v1/latest/USD?a=\"b\"\n").line
                == #"time=2026-06-16T14:02:11.007Z method=GET path="/v1/latest/USD?a=\"b\"\u000a" "#
                + "status=200 fault=none key=no")
        #expect(
            try record(faults: [.older, .reset], manner: .reset(afterBytes: nil)).line
                .hasSuffix(" status=none fault=older+reset key=no"))
    }

    private func record(
        target: String = "/v1/latest/USD", authorization: String? = nil, faults: [FaultKind] = [],
        manner: APIAnswer.Delivery.Manner = .whole
    ) throws -> RequestRecord {
        let time = try #require(Timestamp(iso8601: "2026-06-16T14:02:11Z"))
        return RequestRecord(
            id: 1, at: time + .milliseconds(7),
            request: APIRequest(target: target, authorization: authorization),
            answer: APIAnswer(
                status: 200, headers: [], body: [],
                delivery: APIAnswer.Delivery(manner: manner), faults: faults))
    }
}
