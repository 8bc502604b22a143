import Domain
import Freshness
import HTTP
import Testing

@testable import Delivery

struct WebhookSignatureTests {
    /// The example of Standard Webhooks' own libraries.
    private static let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    private static let other = Secret("whsec_" + String(repeating: "QUJD", count: 8))
    private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
    private static let time = Timestamp(nanosecondsSinceEpoch: 1_614_265_330_000_000_000)
    private static let body = Array(#"{"test": 2432232314}"#.utf8)
    private static let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    private static let otherSignature = "v1,g4hM0tlTMnySo9roHUN4Vl0SOM2P95O1lB/Ej03c1l8="

    private func requests(secrets: [Secret], sentAt: Timestamp = time) -> [HTTPRequest] {
        var settings = ReceiverSettings.example()
        settings.signingSecrets = secrets
        settings.headers = [
            ReceiverHeader(name: "X-Team", value: Secret("fx")),
            ReceiverHeader(name: "Authorization", value: Secret("Bearer x")),
        ]
        return WebhookReceiver(settings: settings, version: "1.2.3").requests(
            for: OutboxItem(
                notification: .example(Self.id), receiverType: "webhook", bodies: [Self.body]),
            to: settings.url, sentAt: sentAt)
    }

    @Test func `a request is signed as in the example of the standard`() {
        let headers = requests(secrets: [Self.secret]).map(\.headers)
        #expect(
            headers.map(\.fields) == [
                [
                    HTTPHeaders.Field(name: "Content-Type", value: "application/json"),
                    HTTPHeaders.Field(name: "User-Agent", value: "exchangerate-exporter/1.2.3"),
                    HTTPHeaders.Field(name: "webhook-id", value: Self.id),
                    HTTPHeaders.Field(name: "webhook-timestamp", value: "1614265330"),
                    HTTPHeaders.Field(name: "webhook-signature", value: Self.signature),
                    HTTPHeaders.Field(name: "X-Team", value: "fx"),
                    HTTPHeaders.Field(name: "Authorization", value: "Bearer x"),
                ]
            ])
    }

    @Test func `while secrets rotate, each signs, in their order`() {
        let values = requests(secrets: [Self.other, Self.secret]).map {
            $0.headers["webhook-signature"]
        }
        #expect(values == ["\(Self.otherSignature) \(Self.signature)"])
    }

    @Test func `each try is signed anew`() throws {
        let later = requests(
            secrets: [Self.secret],
            sentAt: Timestamp(nanosecondsSinceEpoch: 1_614_265_331_999_999_999))
        let headers = try #require(later.first?.headers)
        #expect(headers["webhook-id"] == Self.id)
        #expect(headers["webhook-timestamp"] == "1614265331")
        #expect(headers["webhook-signature"] == "v1,l6C9/1+N/lSU6+gfh+YEGqTK2aQ+k8nMEWDvvCgHh7U=")
    }

    @Test func `without a secret nothing is signed`() {
        #expect(requests(secrets: []).allSatisfy { $0.headers["webhook-signature"] == nil })
    }
}
