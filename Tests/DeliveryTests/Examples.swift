import Domain
import Freshness
import HTTP

import struct Foundation.Data

@testable import Delivery

extension Moment {
    /// 2026-06-16T14:00:00Z, a Tuesday.
    static let example = Moment(
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000),
        instant: MonotonicInstant(nanosecondsSinceBoot: 9_000_000_000_000))

    static func after(_ seconds: Double) -> Moment { example.advanced(by: .seconds(seconds)) }
}

extension MonotonicInstant {
    static func after(_ seconds: Double) -> MonotonicInstant { Moment.after(seconds).instant }

    /// Seconds after the example time.
    var seconds: Double { Moment.example.instant.duration(to: self).inSeconds }
}

extension Alert {
    /// An alert of a base, from so many seconds after the example time to so many.
    static func example(
        _ base: String = "USD", startsAt: Double = 0, endsAt: Double? = nil
    ) -> Alert {
        Alert(
            labels: [
                "alertname": "ExchangeRateStale", "base": base, "severity": "critical",
            ],
            annotations: ["summary": "\(base) rates are stale", "description": "Do something."],
            startsAt: Moment.after(startsAt).timestamp,
            endsAt: endsAt.map { Moment.after($0).timestamp })
    }
}

extension Notification {
    static func example(
        _ id: String = "n1", to receiver: String = "oncall", group: AlertGroup = .stale,
        origin: GroupOrigin = GroupOrigin(), reason: Reason = .first, createdAt: Moment = .example,
        alerts: [Alert] = [.example()]
    ) -> Notification {
        Notification(
            id: id, receiver: receiver, group: group, origin: origin, reason: reason,
            createdAt: createdAt.timestamp, alerts: alerts)
    }
}

extension ReceiverSettings {
    /// What no text but a request's URL may hold.
    static let secret = "s3cr3t-path"
    /// What no text but a request's body may hold.
    static let exampleRoutingKey = "R0ut1ngK3yOfThirtyTwoCharacters1"

    /// What signs, before it is written in base64; no text may hold it.
    static let exampleSigningKey = "k3y that signs, of 32 bytes 0000"
    /// What no text may hold, whole or in part; `whsec_` and the key in base64.
    static let exampleSigningSecret = "whsec_" + Data(exampleSigningKey.utf8).base64EncodedString()
    /// What no text but a request's header may hold.
    static let exampleHeaderValue = "Bearer h34d3r-v4lu3"

    /// Settings with every secret that the type has.
    static func example(
        _ name: String = "oncall", type: ReceiverType = .webhook,
        url: String = "https://hooks.example:8443/\(secret)?token=\(secret)"
    ) -> ReceiverSettings {
        do {
            return ReceiverSettings(
                name: name, type: type, url: try ReceiverURL(url),
                signingSecrets: ReceiverKey.secretFile.belongs(to: type)
                    ? [Secret(exampleSigningSecret)] : [],
                headers: ReceiverKey.headers.belongs(to: type)
                    ? [ReceiverHeader(name: "Authorization", value: Secret(exampleHeaderValue))]
                    : [],
                routingKey: ReceiverKey.routingKeyFile.belongs(to: type)
                    ? Secret(exampleRoutingKey) : nil)
        } catch {
            preconditionFailure("no URL: \(url)")
        }
    }
}

extension HTTPResponse {
    init(_ status: Int, _ headers: [String: String] = [:], body: String = "") {
        self.init(
            status: status,
            headers: HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.key, value: $0.value) }),
            body: Array(body.utf8))
    }
}
