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

    private func item(_ type: ReceiverType, _ notification: Domain.Notification) -> OutboxItem {
        OutboxItem(
            notification: notification, receiverType: type.rawValue,
            bodies: receiver(type).bodies(for: notification, context: Self.context))
    }

    private func requests(
        _ type: ReceiverType, _ notification: Domain.Notification, at moment: Moment = .example
    ) -> [HTTPRequest] {
        receiver(type).requests(
            for: item(type, notification), to: ReceiverSettings.example(type: type).url,
            sentAt: moment.timestamp)
    }

    /// Notifications of every reason, in which all fires, some, or nothing any more.
    private static let notifications = Domain.Notification.Reason.allCases.flatMap { reason in
        [[nil, nil], [60, nil], [60, 90]].map { ends in
            Domain.Notification.example(
                reason: reason,
                alerts: zip(["EUR", "USD"], ends).map { Alert.example($0.0, endsAt: $0.1) })
        }
    }

    @Test(arguments: ReceiverType.allCases)
    func `every notification has something to send, a request for each body`(type: ReceiverType) {
        for notification in Self.notifications {
            let item = item(type, notification)
            #expect(!item.bodies.isEmpty)
            #expect(item.bodies.allSatisfy { !$0.isEmpty })
            #expect(requests(type, notification).count == item.bodies.count)
        }
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
        let item = item(type, .example())
        let url = ReceiverSettings.example(type: type).url
        let first = receiver.requests(for: item, to: url, sentAt: Moment.after(1).timestamp)
        let second = receiver.requests(for: item, to: url, sentAt: Moment.after(900).timestamp)
        #expect(first.map(\.body) == second.map(\.body))
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

    private func crowd(_ text: String) -> Domain.Notification {
        .example(
            alerts: (0..<300).map { number in
                var alert = Alert.example(
                    "B\(number)", endsAt: number.isMultiple(of: 3) ? 60 : nil)
                alert.annotations["description"] = text
                return alert
            })
    }

    @Test(arguments: ReceiverType.allCases)
    func `300 alerts make bodies of a size that receivers take`(type: ReceiverType) throws {
        for request in requests(type, crowd(String(repeating: "汇", count: 20000))) {
            #expect(request.body.count < 512 * 1024)
            _ = try JSONSerialization.jsonObject(with: Data(request.body))
        }
    }

    /// The most bytes that a service says it takes.
    private static let bodyLimits: [ReceiverType: Int] = [.slack: 40000, .pagerduty: 512_000]

    /// Texts that grow when they are escaped.
    private static let growingTexts = [
        String(repeating: "\u{1}", count: 60000), String(repeating: #"<&"\>"#, count: 12000),
    ]

    @Test(arguments: bodyLimits.keys, growingTexts)
    func `no escaping makes a body larger than the service takes`(
        type: ReceiverType, text: String
    ) throws {
        let limit = try #require(Self.bodyLimits[type])
        for request in requests(type, crowd(text)) {
            #expect(request.body.count <= limit)
            _ = try JSONSerialization.jsonObject(with: Data(request.body))
        }
    }

    /// A part of a request.
    private enum Part: CaseIterable {
        case url
        case headers
        case body

        func text(of request: HTTPRequest) -> String {
            switch self {
            case .url: request.url
            case .headers: request.headers.fields.map(\.value).joined(separator: "\n")
            case .body: String(decoding: request.body, as: UTF8.self)
            }
        }
    }

    /// Every secret, the type that alone has it, and the part of a request that it belongs in.
    private static let secrets: [(text: String, type: ReceiverType?, part: Part?)] = [
        (ReceiverSettings.secret, nil, .url),
        (ReceiverSettings.exampleRoutingKey, .pagerduty, .body),
        (ReceiverSettings.exampleHeaderValue, .webhook, .headers),
        (ReceiverSettings.exampleSigningSecret, .webhook, nil),
        (String(ReceiverSettings.exampleSigningSecret.dropFirst(6)), .webhook, nil),
        (ReceiverSettings.exampleSigningKey, .webhook, nil),
    ]

    @Test(arguments: ReceiverType.allCases)
    func `a secret is in its own part of a request, and in no other`(type: ReceiverType) {
        #expect(ReceiverSettings.example(type: type).url.address == "https://hooks.example:8443")
        for request in Self.notifications.flatMap({ requests(type, $0) }) {
            for secret in Self.secrets {
                let isOfType = secret.type.map { $0 == type } ?? true
                for part in Part.allCases {
                    let isThere = part.text(of: request).contains(secret.text)
                    #expect(isThere == (isOfType && part == secret.part), "\(secret)")
                }
            }
        }
    }

    @Test func `a webhook is signed by the example's secret`() {
        let requests = requests(.webhook, .example())
        #expect(requests.allSatisfy { $0.headers["webhook-signature"]?.hasPrefix("v1,") == true })
    }

    @Test(arguments: ReceiverType.allCases)
    func `no secret is in what is printed, and none in what is stored`(type: ReceiverType) {
        let settings = ReceiverSettings.example(type: type)
        let receiver = receiver(type)
        var texts = ["\(settings)\(settings.url)\(receiver)"]
        debugPrint(settings, receiver, to: &texts[0])
        dump(settings, to: &texts[0])
        dump(receiver, to: &texts[0])
        for notification in Self.notifications {
            texts += item(type, notification).bodies.map { String(decoding: $0, as: UTF8.self) }
        }
        for secret in Self.secrets {
            #expect(!texts.contains { $0.contains(secret.text) }, "\(secret)")
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

    @Test(arguments: ReceiverType.allCases)
    func `what no success is has the lane that it has for any receiver`(type: ReceiverType) {
        for status in Array(100...199) + Array(300...599) {
            let response = HTTPResponse(status, ["Retry-After": "7"], body: "ok")
            let receivedAt = Moment.example.timestamp
            #expect(
                receiver(type).verdict(on: response, receivedAt: receivedAt)
                    == StatusVerdict.verdict(on: response, receivedAt: receivedAt))
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
