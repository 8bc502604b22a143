import Domain
import ExchangeRate
import Exposition
import Foundation
import Freshness
import Pipeline
import Serving

@testable import Exporter

/// A pipeline with receivers of every type, which readers hand what they have read.
enum ExamplePipeline {
    /// A moment in 2026 while the market is open.
    static let now = Moment(
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_781_618_520_123_456_789),
        instant: MonotonicInstant(nanosecondsSinceBoot: 86_400_000_000_000))

    /// When the alerts of what has come by `now` fire.
    private static let fired = now.advanced(by: .seconds(400 * 3600))

    /// When they are to be told.
    static let told = fired.advanced(by: .seconds(3600))

    /// What the key of the example is.
    static let key = "exr_live_hunter2hunter2"

    static let configuration: Configuration = {
        let text = """
            poll: {interval: 1m, monthly_quota: 10000}
            rates:
              - base: EUR
                symbols: [USD, GBP]
              - base: USD
            alerts:
              labels: {team: rates}
            receivers:
              - {name: hook, type: webhook, url: "https://hook.example/in"}
              - {name: pager, type: pagerduty, url: "https://pager.example/v2/enqueue",
                 routing_key_file: routing-key.txt}
              - {name: chat, type: slack, url: "https://chat.example/services/T0/B0/x"}
              - {name: cluster, type: alertmanager,
                 urls: ["https://am1.example", "https://am2.example"]}
            """
        do {
            return try Configuration.read(
                Array(text.utf8), name: "example.yml",
                folder: TreeFiles.fixtures.appending(path: "files").path + "/",
                environment: ["EXCHANGERATE_API_KEY": key])
        } catch {
            preconditionFailure("the example is refused: \(error)")
        }
    }()

    static let settings = configuration.pipelineSettings(
        options: Options(), loadedAt: now.timestamp)

    static let build = BuildInfo(version: "1.2.3", revision: "", swiftVersion: "6")

    /// The pipeline after a stored state was read.
    static func state(continuing stored: StoredState = StoredState()) -> PipelineState {
        PipelineState(settings: settings, stored: stored, now: now)
    }

    /// The pipeline after one outcome for each of some bases, so long ago that its alerts fire and
    /// have been told.
    static func firing(after answers: [CurrencyCode: Result<Latest, ExchangeRateError>])
        -> PipelineState
    {
        var pipeline = state()
        for (base, answer) in answers.sorted(by: { $0.key < $1.key }) {
            _ = pipeline.begin(base, now: now)
            _ = pipeline.send(base, now: now)
            _ = pipeline.ingest(
                PollOutcome(base: base, startedAt: now, endedAt: now, answer: answer), jitter: 0)
        }
        var number = 0
        for moment in [now, now.advanced(by: .seconds(200 * 3600)), fired, told] {
            evaluate(&pipeline, at: moment) {
                number += 1
                return "ntf_\(number)"
            }
        }
        return pipeline
    }

    static func evaluate(
        _ pipeline: inout PipelineState, at now: Moment, makeID: () -> String = { "ntf" }
    ) {
        var update = StateUpdate()
        _ = pipeline.evaluate(now: now, adding: &update, makeID: makeID)
        pipeline.refresh(&update)
        pipeline.release()
    }

    /// Renders every page of a pipeline; throws where one cannot be read.
    ///
    /// - Parameter isClean: whether all that came from outside was made fit to be printed, as a
    ///   reply is; what the state file says is shown as it is.
    static func checkPages(
        of pipeline: PipelineState, at now: Moment, isClean: Bool = true,
        hiding secrets: [String] = []
    ) throws(BrokenPromise) {
        let snapshot = pipeline.snapshot(now: now, storage: StorageSnapshot())
        let scrape = Scrape(snapshot: snapshot, now: now, build: build)
        var texts: [(name: String, text: String)] = []
        for syntax in [ExpositionSyntax.prometheusText, .openMetrics] {
            let page = MetricCatalogue.standard.prepare(scrape, as: syntax).parts(scrape)
                .flatMap(\.bytes)
            try MetricsText.check(page)
            texts.append(("the page of metrics", String(decoding: page, as: UTF8.self)))
        }
        let html = StatusPage(snapshot: snapshot, now: now, build: build).html
        texts.append(("the status page", html))
        for base in snapshot.bases {
            let request = Request(path: "/v1/latest/\(base.base)")
            let response = LatestPage.response(to: request, showing: snapshot, at: now)
            texts.append(("/v1/latest", response.text))
        }
        let alerts = AlertsPage.response(to: Request(path: "/api/v1/alerts"), showing: snapshot)
        texts.append(("/api/v1/alerts", alerts.text))
        guard isClean else { return }
        for (name, text) in texts {
            try PrintedText.check(text, of: name, hiding: secrets)
        }
    }
}

extension Response {
    /// The body as text; empty where it is not all there.
    var text: String {
        switch body {
        case .bytes(let bytes): bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        case .stream, .reset: ""
        }
    }
}
