import Domain
import Freshness
import HTTP
import TestKit
import Testing

@testable import Delivery

struct DispatcherTests {
    /// Sends two requests for each row, as a pager's trigger and resolve.
    private struct TwoRequests: Receiver {
        var sendsAll = false

        func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
            [[1], [2]]
        }

        func requests(
            for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp
        ) -> [HTTPRequest] {
            item.bodies.map {
                HTTPRequest(
                    method: .post, url: url.secret.reveal(), body: $0, timeout: .seconds(1),
                    bodyLimit: Self.bodyLimit)
            }
        }
    }

    private let clock = ManualClock(Moment.example.timestamp)
    private let item = OutboxItem(
        notification: .example(), receiverType: "webhook", bodies: [[1], [2]])

    private func report(
        _ answers: Result<HTTPResponse, TransportError>..., deliveredBodies: Int = 0,
        sendsAll: Bool = false
    ) async -> (report: DeliveryReport?, bodies: [[UInt8]]) {
        var item = item
        item.deliveredBodies = deliveredBodies
        let transport = ScriptedTransport(answers[0], answers.last ?? answers[0])
        let dispatcher = Dispatcher(transport: transport, clock: clock)
        let report = await dispatcher.send(
            item, to: TwoRequests(sendsAll: sendsAll), at: ReceiverSettings.example().url)
        return (report, transport.requests.map(\.body))
    }

    @Test func `all requests taken, in order, are a delivery`() async {
        let (report, bodies) = await report(
            .success(HTTPResponse(200)), .success(HTTPResponse(202)))
        #expect(
            report == DeliveryReport(verdict: .delivered, detail: "status 202", deliveredBodies: 2))
        #expect(bodies == [[1], [2]])
    }

    @Test func `nothing is sent after a request that is not taken`() async {
        let (report, bodies) = await report(.success(HTTPResponse(503)))
        #expect(
            report
                == DeliveryReport(
                    verdict: .failed(.server, lane: .quick), detail: "status 503",
                    deliveredBodies: 0))
        #expect(bodies == [[1]])
    }

    @Test func `requests that have nothing to do with each other are all sent`() async {
        let (report, bodies) = await report(
            .success(HTTPResponse(400)), .success(HTTPResponse(200)), sendsAll: true)
        #expect(report?.verdict == .failed(.client, lane: .slow))
        #expect(report?.detail == "status 400")
        #expect(bodies == [[1], [2]])
    }

    @Test func `a later request that fails fails the delivery`() async {
        let (report, bodies) = await report(
            .success(HTTPResponse(200)),
            .failure(TransportError(kind: .timeout, detail: "10 s are over")))
        #expect(
            report
                == DeliveryReport(
                    verdict: .failed(.timeout, lane: .quick), detail: "timeout: 10 s are over",
                    deliveredBodies: 1))
        #expect(bodies == [[1], [2]])
    }

    @Test func `what was taken at an earlier try is not sent again`() async {
        let (report, bodies) = await report(.success(HTTPResponse(202)), deliveredBodies: 1)
        #expect(
            report == DeliveryReport(verdict: .delivered, detail: "status 202", deliveredBodies: 2))
        #expect(bodies == [[2]])
    }

    @Test func `a date in Retry-After is held against the time of arrival`() async {
        let (report, _) = await report(
            .success(HTTPResponse(429, ["Retry-After": "Tue, 16 Jun 2026 14:00:07 GMT"])))
        #expect(
            report?.verdict
                == .failed(.rateLimited, lane: .quick, retryAfter: .seconds(7)))
    }

    @Test func `a try that is broken off by a stop has no verdict`() async {
        let (report, _) = await report(
            .failure(TransportError(kind: .cancelled, detail: "the task was cancelled")))
        #expect(report == nil)
    }

    @Test func `a try that is broken off after a good status was a delivery`() async {
        let (report, _) = await report(
            .failure(TransportError(kind: .cancelled, head: HTTPResponse(200), detail: "stop")))
        #expect(
            report
                == DeliveryReport(
                    verdict: .delivered, detail: "status 200, then cancelled: stop",
                    deliveredBodies: 2))
    }
}
