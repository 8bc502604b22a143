import Domain
import ExchangeRate
import Foundation
import Freshness
import HTTP
import Pipeline
import Serving

@testable import Exporter

/// A whole answer of the API, from its status line to what pages and receivers are told of it.
enum ReplyReader: FuzzReader {
    static let name = "reply"
    static let words = [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 429\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "Retry-After: 7\r\n", "Date: Tue, 16 Jun 2026 14:02:00 GMT\r\n", "Age: 9\r\n", "\r\n",
        "X-RateLimit-Remaining: 1\r\n", "X-RateLimit-Reset: 1781618520\r\n",
        "Content-Encoding: gzip\r\n", "\"result\":", "\"success\"", "\"error\"", "\"base\":",
        "\"EUR\"", "\"USD\"", "\"source\":", "\"live\"", "\"ecb_daily\"", "\"fred_daily\"",
        "\"market_session\":", "\"interbank_closed\"", "\"weekend\"", "\"timestamp\":",
        "\"data_updated_at\":", "\"sources\":", "\"effective_at\":", "\"rates\":", "\"notice\":",
        "\"poll_interval\":", "\"stale\":", "\"code\":", "\"message\":", "\"rate_limited\"",
        "\"invalid_api_key\"", "\"quota_exceeded\"", "\"forbidden\"", "\"unsupported_base\"",
        "\"2026-06-16T14:02:00Z\"", "1781618520", "1781618520123", "1e400", "1e-400", "1e127",
        "0.00000000000000000000000000000000000001", "-0", "null", "true", "[", "{", "\\u0000",
        "\\ud800", "\\u202e", "NaN", ExamplePipeline.key,
    ]

    /// Of the pages of the API, and of answers that other tests know.
    static func seeds() throws -> [[UInt8]] {
        try ReplySeeds.all()
            + TreeFiles.contents(of: "ExporterTests/Web/Golden")
            .map { HTTPAnswer.bytes(status: 200, body: $0) }
    }

    static func read(_ bytes: [UInt8]) async throws(BrokenPromise) {
        let transport = OneAnswer(result: HTTPAnswer(bytes).result)
        for watched in ExamplePipeline.configuration.bases {
            let answer = await ask(watched, over: transport)
            try await check(answer, for: watched)
        }
    }

    /// Asks as the daemon does.
    private static func ask(
        _ watched: WatchedBase, over transport: OneAnswer
    ) async -> Result<Latest, ExchangeRateError> {
        let configuration = ExamplePipeline.configuration
        guard
            let fetcher = try? RateFetcher(
                settings: configuration.api, credential: configuration.credential,
                transport: transport)
        else { return .failure(ExchangeRateError(reason: .badRequest, message: "no client")) }
        return await fetcher.latest(watched)
    }

    private static func check(
        _ answer: Result<Latest, ExchangeRateError>, for watched: WatchedBase
    ) async throws(BrokenPromise) {
        let secrets = [ExamplePipeline.key]
        switch answer {
        case .success(let latest):
            try check(latest)
            let report = FetchReport(latest: latest, now: ExamplePipeline.now.timestamp)
            try PrintedText.check(report.table, of: "the table of fetch", hiding: secrets)
            try PrintedText.check(report.json, of: "the JSON of fetch", hiding: secrets)
            try hold(
                (try? JSONSerialization.jsonObject(with: Data(report.json.utf8))) != nil,
                "what fetch prints is no JSON: \(report.json)")
        case .failure(let error):
            try PrintedText.check(error.description, of: "an error", allowing: "", hiding: secrets)
            try PrintedText.check(error.code ?? "", of: "a code", allowing: "", hiding: secrets)
            try hold(error.message.utf8.count < 4096, "a message of any length")
        }
        let pipeline = try Self.pipeline(after: answer, of: watched)
        guard case .success(let latest) = answer else { return }
        try await checkChain(pipeline, latest, of: watched)
    }

    private static func check(_ latest: Latest) throws(BrokenPromise) {
        try hold(!latest.rates.isEmpty, "taken without a rate")
        for (symbol, rate) in latest.rates {
            try hold(CurrencyCode(symbol)?.text == symbol, "a rate of \(symbol)")
            try hold(rate.isFinite && rate > 0, "\(symbol) is \(rate)")
            try hold(Decimal(string: rate.description) == rate, "\(symbol) is \(rate)")
            let value = Double(rate.description) ?? .nan
            try hold(value.isFinite, "\(symbol) is \(value)")
            try hold(
                latest.effectiveTimes[symbol] ?? latest.observedAt != nil, "\(symbol) has no time")
            try hold(!latest.source(of: symbol).isEmpty, "\(symbol) is of no class")
        }
        let texts = [latest.source, latest.marketSession ?? ""] + latest.sources.values
        for text in texts {
            try PrintedText.check(
                text, of: "a label", allowing: "", hiding: [ExamplePipeline.key])
            try hold(text.count <= 64, "a label of \(text.count) characters")
        }
        for (symbol, time) in latest.effectiveTimes {
            try hold(Timestamp(iso8601: time.iso8601) == time, "\(symbol) at \(time.iso8601)")
        }
        if let interval = latest.pollInterval {
            try hold(
                .zero < interval && interval <= .seconds(31 * 86_400), "polled every \(interval)")
        }
    }

    /// What the answer makes of a pipeline, its pages and its alerts, now and when all has aged.
    private static func pipeline(
        after answer: Result<Latest, ExchangeRateError>, of watched: WatchedBase
    ) throws(BrokenPromise) -> PipelineState {
        let now = ExamplePipeline.now
        var pipeline = ExamplePipeline.state()
        _ = pipeline.begin(watched.base, now: now)
        _ = pipeline.send(watched.base, now: now)
        let ended = now.advanced(by: .milliseconds(300))
        _ = pipeline.ingest(
            PollOutcome(base: watched.base, startedAt: now, endedAt: ended, answer: answer),
            jitter: 1)
        ExamplePipeline.evaluate(&pipeline, at: ended)
        try ExamplePipeline.checkPages(of: pipeline, at: ended, hiding: [ExamplePipeline.key])
        let fresh = pipeline
        let later = ended.advanced(by: .seconds(40 * 86_400))
        ExamplePipeline.evaluate(&pipeline, at: later)
        try ExamplePipeline.checkPages(of: pipeline, at: later, hiding: [ExamplePipeline.key])
        for item in pipeline.stored.alerting.outbox {
            for body in item.bodies {
                try PrintedText.check(
                    String(decoding: body, as: UTF8.self), of: "a notification",
                    hiding: [ExamplePipeline.key])
            }
        }
        return fresh
    }

    /// What this exporter answers with is taken by the one after it, rate for rate.
    private static func checkChain(
        _ pipeline: PipelineState, _ latest: Latest, of watched: WatchedBase
    ) async throws(BrokenPromise) {
        let now = ExamplePipeline.now.advanced(by: .milliseconds(300))
        let snapshot = pipeline.snapshot(now: now, storage: StorageSnapshot())
        let response = LatestPage.response(
            to: Request(path: "/v1/latest/\(watched.base)"), showing: snapshot, at: now)
        // A time ahead of the clock is refused after the client has taken it.
        guard response.status == 200 else { return }
        let answer = await ask(
            watched,
            over: OneAnswer(
                result: .success(HTTPResponse(status: 200, body: Array(response.text.utf8)))))
        guard case .success(let next) = answer else {
            throw BrokenPromise("not taken by the next exporter: \(answer) \(response.text)")
        }
        let held = snapshot.bases.first { $0.base == watched.base }?.symbols.filter {
            $0.observation != nil
        }
        try hold(
            Set(next.rates.keys) == Set(held?.map(\.symbol.text) ?? []),
            "the next exporter takes \(next.rates.keys.sorted())")
        for (symbol, rate) in next.rates {
            try hold(
                latest.rates[symbol] == rate, "\(symbol) is \(rate) for the next exporter")
        }
    }
}
