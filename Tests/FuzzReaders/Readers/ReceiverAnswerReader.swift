import Domain
import ExchangeRate
import Freshness
import HTTP
import Pipeline

@testable import Delivery
@testable import Exporter

/// What a receiver of each type answers, as the dispatcher judges it and `test-alert` prints it.
enum ReceiverAnswerReader: FuzzReader {
    static let name = "receiver-answer"
    static let words = [
        "HTTP/1.1 200\r\n", "HTTP/1.1 202 Accepted\r\n", "HTTP/1.1 429\r\n", "HTTP/1.1 503\r\n",
        "Retry-After: ", "Date: Tue, 16 Jun 2026 14:00:00 GMT\r\n", "Content-Encoding: br\r\n",
        "\r\n", "ok", "{\"status\":\"success\"}", "\"retry_after\":", "1e308", "-1", "\"7\"",
        "{\"status\":\"invalid event\",\"errors\":[]}", "<html>", secret, "\u{1B}[2J", "\u{2028}",
    ]
    /// What is secret in the URL of the receiver that answers.
    private static let secret = "hunter2hunter2"

    private static let receivers: [ReceiverSettings] = {
        guard let url = try? ReceiverURL("https://receiver.example/T0/\(secret)?x=\(secret)") else {
            preconditionFailure("the URL of the example is refused")
        }
        return ReceiverType.allCases.map { ReceiverSettings(name: "a", type: $0, url: url) }
    }()

    private static let redaction: AnswerRedaction = {
        var configuration = ExamplePipeline.configuration
        configuration.receivers = receivers
        return AnswerRedaction(secretsOf: configuration)
    }()

    static func seeds() -> [[UInt8]] {
        [
            (200, [], "ok"), (200, [], " ok\n"), (202, [], #"{"status":"success","message":"x"}"#),
            (400, [], #"{"status":"invalid event","errors":["x"]}"#), (200, [], ""),
            (429, [("Retry-After", "30")], #"{"retry_after":1.5}"#), (404, [], "no_service"),
            (503, [("Retry-After", "Tue, 16 Jun 2026 14:02:00 GMT")], "<html>"), (302, [], ""),
            (200, [("Content-Type", "application/json")], #"{"status":"success","data":{}}"#),
            (500, [], "echo \(secret)"),
        ].map { HTTPAnswer.bytes(status: $0.0, headers: $0.1, body: Array($0.2.utf8)) }
    }

    static func read(_ bytes: [UInt8]) async throws(BrokenPromise) {
        let transport = OneAnswer(result: HTTPAnswer(bytes, bodyLimit: 64 * 1024).result)
        let dispatcher = Dispatcher(transport: transport, clock: StoppedClock())
        let notification = TestNotification(
            labels: [:], externalURL: "https://exporter.example/", sender: "a on b")
        for settings in receivers {
            let receiver = settings.type.receiver(settings: settings, version: "1.2.3")
            let item = notification.item(
                for: settings, made: receiver, at: ExamplePipeline.now.timestamp)
            let report = await dispatcher.send(item, to: receiver, at: settings.url)
            guard let report else { throw BrokenPromise("no report, though nothing was cancelled") }
            try check(report, of: settings, answer: transport, item: item)
        }
        if let ping = await dispatcher.ping(
            HTTPRequest(url: "https://hc.example", timeout: .seconds(1), bodyLimit: 1024))
        {
            try PrintedText.check(ping.detail, of: "a ping", allowing: "", hiding: [secret])
        }
    }

    private static func check(
        _ report: DeliveryReport, of settings: ReceiverSettings, answer: OneAnswer,
        item: OutboxItem
    ) throws(BrokenPromise) {
        try PrintedText.check(report.detail, of: "a detail", allowing: "", hiding: [secret])
        try hold(
            0...item.bodies.count ~= report.deliveredBodies,
            "\(report.deliveredBodies) of \(item.bodies.count) bodies were taken")
        switch report.verdict {
        case .delivered:
            try hold(report.deliveredBodies == item.bodies.count, "delivered, but not all of it")
        case .failed(_, _, let wait):
            if let wait { try hold(wait > .zero, "a wait of \(wait)") }
        }
        let body = (try? answer.result.get())?.body ?? []
        let text = TestReport(
            tries: [
                TestTry(
                    receiver: settings, address: settings.url.address, report: report,
                    answer: body)
            ], redaction: redaction
        ).text
        try PrintedText.check(text, of: "the report", hiding: [secret])
        try settle(report, of: settings.type)
    }

    /// The outbox goes on from the verdict, and what it says of the next try can be stored.
    private static func settle(
        _ report: DeliveryReport, of type: ReceiverType
    ) throws(BrokenPromise) {
        let now = ExamplePipeline.told
        var pipeline = ExampleState.firing
        let destination = pipeline.destinations.first { destination in
            ExamplePipeline.configuration.receivers.contains {
                $0.name == destination.receiver && $0.type == type
            }
        }
        guard let destination,
            case .send(let item) = pipeline.nextDelivery(at: destination, now: now)
        else { throw BrokenPromise("nothing waits for \(type)") }
        pipeline.beginDelivery(item, at: destination, now: now)
        _ = pipeline.settle(item, at: destination, report: report, jitter: 1, now: now)
        ExamplePipeline.evaluate(&pipeline, at: now)
        for item in pipeline.stored.alerting.outbox {
            if let next = item.nextAttemptAt {
                try hold(next >= now.timestamp, "the next try is at \(next.iso8601)")
            }
        }
    }
}
