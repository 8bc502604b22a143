import Domain
import Freshness
import HTTP
import Testing

@testable import Delivery

struct StatusVerdictTests {
    private func expected(_ status: Int) -> DeliveryVerdict {
        switch status {
        case 200...299: .delivered
        case 300...399: .failed(.redirect, lane: .slow)
        case 410: .failed(.client, lane: .stopped)
        case 408, 425: .failed(.client, lane: .quick)
        case 429: .failed(.rateLimited, lane: .quick)
        case 400...499: .failed(.client, lane: .slow)
        default: .failed(.server, lane: .quick)
        }
    }

    @Test func `every status has its lane`() {
        for status in [0, 999] + Array(100...599) {
            let verdict = StatusVerdict.verdict(
                on: HTTPResponse(status), receivedAt: Moment.example.timestamp)
            #expect(verdict == expected(status), "status \(status)")
        }
    }

    @Test(arguments: [302, 404, 410, 425, 429, 503])
    func `every failure may ask to be left alone`(status: Int) {
        let verdict = StatusVerdict.verdict(
            on: HTTPResponse(status, ["Retry-After": "7"]), receivedAt: Moment.example.timestamp)
        guard case .failed(_, _, let wait) = verdict else {
            Issue.record("\(status) was taken for a delivery")
            return
        }
        #expect(wait == .seconds(7))
    }

    @Test(arguments: [
        (TransportError.Kind.dns, DeliveryFailure.dns, DeliveryLane.quick),
        (.connect, .connect, .quick), (.tls, .tls, .quick), (.timeout, .timeout, .quick),
        (.interrupted, .interrupted, .quick), (.cancelled, .interrupted, .quick),
        (.invalidRequest, .client, .slow),
    ])
    func `every failed step has its reason`(
        kind: TransportError.Kind, failure: DeliveryFailure, lane: DeliveryLane
    ) {
        #expect(StatusVerdict.verdict(on: kind) == .failed(failure, lane: lane))
    }
}
