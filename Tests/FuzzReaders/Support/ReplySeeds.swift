import APIModel
import Domain
import Freshness

/// Answers of the API's model: good ones, and one for each fault that has an answer.
enum ReplySeeds {
    /// Each as a whole answer of HTTP.
    static func all() -> [[UInt8]] {
        let now = ExamplePipeline.now.timestamp
        var mixed = ProviderSettings()
        mixed.sendsEffectiveAt = true
        let good = [ProviderSettings(), mixed].flatMap { settings in
            ["/v1/latest/EUR?symbols=USD,GBP", "/v1/latest?base=USD&symbols=EUR,IDR"].map {
                target in
                var provider = Provider(settings: settings)
                return bytes(provider.answer(to: APIRequest(target: target), at: now))
            }
        }
        let other = ["/v1/latest/XXX", "/v1/latest", "/other"].map { target in
            var provider = Provider()
            return bytes(provider.answer(to: APIRequest(target: target), at: now))
        }
        return good + other + errors
    }

    private static func bytes(_ answer: APIAnswer) -> [UInt8] {
        HTTPAnswer.bytes(
            status: answer.status, headers: answer.headers.map { ($0.name, $0.value) },
            body: answer.body)
    }

    private static let errors = [
        (401, [], #"{"result":"error","code":"invalid_api_key","message":"no such key"}"#),
        (403, [], #"{"error":{"code":"quota_exceeded","message":"spent"}}"#),
        (429, [("Retry-After", "30")], #"{"error":"rate_limited"}"#),
        (500, [], "<html>"), (301, [("Location", "https://a.example")], ""), (204, [], ""),
        (200, [], #"{"error":"what \#(ExamplePipeline.key) is"}"#),
    ].map { HTTPAnswer.bytes(status: $0.0, headers: $0.1, body: Array($0.2.utf8)) }
}
