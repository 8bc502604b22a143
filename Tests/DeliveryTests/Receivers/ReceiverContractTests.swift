import Domain
import Foundation
import Freshness
import HTTP
import Testing

@testable import Delivery

/// What every type of receiver keeps to; it runs over the catalogue by itself.
struct ReceiverContractTests {
    private static let context = NotificationContext(externalURL: "https://fx.example/")

    /// Texts that break careless encoders and cutters.
    private static let oddTexts = [
        "", "plain", #"quote " and \ and /"#, "line\nfeed\r\u{0}\u{1F}\u{7F}\u{85}\u{2028}",
        "</script><!--", "Zürich 汇率 🇩🇪 👩‍👩‍👧‍👦", "\u{FFFE}\u{FFFF}\u{10FFFF}\u{202E}abc",
        String(repeating: "e" + String(repeating: "\u{301}", count: 40), count: 400),
        String(repeating: "汇", count: 20000),
    ]

    private func receiver(_ type: ReceiverType) -> any Receiver {
        type.receiver(settings: .example(type: type), version: "1.2.3")
    }

    private func item(_ notification: Domain.Notification, _ receiver: any Receiver) -> OutboxItem {
        OutboxItem(
            notification: notification,
            receiverType: "webhook",
            bodies: receiver.bodies(for: notification, context: Self.context))
    }

    private func requests(
        _ type: ReceiverType, _ notification: Domain.Notification, at moment: Moment = .example
    ) -> [HTTPRequest] {
        let receiver = receiver(type)
        return receiver.requests(
            for: item(notification, receiver), to: ReceiverSettings.example(type: type).url,
            sentAt: moment.timestamp)
    }

    @Test(arguments: ReceiverType.allCases)
    func `requests are complete and limited`(type: ReceiverType) {
        let requests = requests(type, .example())
        #expect(!requests.isEmpty)
        for request in requests {
            #expect(request.method == .post)
            #expect(request.timeout == .seconds(10))
            #expect(request.bodyLimit == 64 * 1024)
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(request.headers["User-Agent"] == "exchangerate-exporter/1.2.3")
            #expect(request.headers.firstMalformedField == nil)
        }
    }

    @Test(arguments: ReceiverType.allCases)
    func `every try sends the same bytes`(type: ReceiverType) {
        let receiver = receiver(type)
        let item = item(.example(), receiver)
        let url = ReceiverSettings.example(type: type).url
        let first = receiver.requests(for: item, to: url, sentAt: Moment.after(1).timestamp)
        let second = receiver.requests(for: item, to: url, sentAt: Moment.after(900).timestamp)
        #expect(first.map(\.body) == second.map(\.body))
        #expect(first.map(\.body) == item.bodies)
    }

    @Test(arguments: ReceiverType.allCases)
    func `the same notification makes the same bytes`(type: ReceiverType) {
        let alerts = (0..<20).map { Alert.example("B\($0)") }
        let bodies = Set(
            (0..<20).map { _ in requests(type, .example(alerts: alerts)).map(\.body) })
        #expect(bodies.count == 1)
    }

    @Test(arguments: ReceiverType.allCases, oddTexts)
    func `any text makes valid JSON`(type: ReceiverType, text: String) throws {
        var alert = Alert.example()
        alert.labels["odd"] = text
        alert.annotations["summary"] = text
        alert.annotations["description"] = text
        for request in requests(type, .example(alerts: [alert])) {
            let object = try JSONSerialization.jsonObject(with: Data(request.body))
            #expect(object is [String: Any] || object is [Any])
            #expect(String(validating: request.body, as: UTF8.self) != nil)
        }
    }

    @Test(arguments: ReceiverType.allCases)
    func `300 alerts make bodies of a size that receivers take`(type: ReceiverType) throws {
        let alerts = (0..<300).map { number in
            var alert = Alert.example("B\(number)", endsAt: number.isMultiple(of: 3) ? 60 : nil)
            alert.annotations["description"] = String(repeating: "汇", count: 20000)
            return alert
        }
        for request in requests(type, .example(alerts: alerts)) {
            #expect(request.body.count < 512 * 1024)
            _ = try JSONSerialization.jsonObject(with: Data(request.body))
        }
    }

    @Test(arguments: ReceiverType.allCases)
    func `the secret of the URL is nowhere but in the request's URL`(type: ReceiverType) {
        let settings = ReceiverSettings.example(type: type)
        let secret = ReceiverSettings.secret
        var dumped = ""
        dump(settings, to: &dumped)
        dump(type.receiver(settings: settings, version: "1.2.3"), to: &dumped)
        #expect(!dumped.contains(secret))
        #expect(!"\(settings)\(settings.url)".contains(secret))
        #expect(settings.url.address == "https://hooks.example:8443")
        for request in requests(type, .example()) {
            #expect(request.url.contains(secret))
            #expect(!String(decoding: request.body, as: UTF8.self).contains(secret))
            #expect(!request.headers.fields.contains { $0.value.contains(secret) })
        }
    }

    /// Bodies that a receiver may answer with, whatever the status.
    private static let hostileBodies: [[UInt8]] = [
        [], Array("ok".utf8), Array("{}".utf8), Array("null".utf8), Array("[".utf8),
        [0xFF, 0xFE, 0x00], Array(String(repeating: "[", count: 60000).utf8),
        Array(String(repeating: #"{"retry_after":"#, count: 4000).utf8),
        Array(#"{"retry_after": 1e999}"#.utf8), Array("<html>\u{0}".utf8),
    ]

    @Test(arguments: ReceiverType.allCases)
    func `no status and no body is taken for what it is not`(type: ReceiverType) {
        let receiver = receiver(type)
        for status in [0] + Array(100...599) {
            for body in Self.hostileBodies {
                let response = HTTPResponse(status: status, body: body, isBodyTruncated: true)
                let verdict = receiver.verdict(
                    on: response, receivedAt: Moment.example.timestamp)
                switch verdict {
                case .delivered: #expect(200...299 ~= status)
                case .failed(_, let lane, let retryAfter):
                    #expect(lane != .stopped || 400...499 ~= status)
                    #expect(retryAfter == nil)
                }
            }
        }
    }

    @Test(arguments: ReceiverType.allCases, TransportError.Kind.allCases)
    func `no answer at all is no delivery`(type: ReceiverType, kind: TransportError.Kind) {
        let verdict = receiver(type).verdict(
            on: TransportError(kind: kind, detail: ""), receivedAt: Moment.example.timestamp)
        #expect(verdict != .delivered)
    }

    @Test(arguments: ReceiverType.allCases)
    func `an answer that is cut after its head is judged by its status`(type: ReceiverType) {
        let error = TransportError(
            kind: .interrupted, head: HTTPResponse(429, ["Retry-After": "7"]), detail: "reset")
        let verdict = receiver(type).verdict(on: error, receivedAt: Moment.example.timestamp)
        #expect(verdict == .failed(.rateLimited, lane: .quick, retryAfter: .seconds(7)))
    }
}
