import Exposition
import Serving

extension ExpositionFormat {
    /// Chooses by the value of an `Accept` header, as Prometheus' client libraries do.
    ///
    /// The most wanted of the media ranges that are understood decides; a wildcard stands for text
    /// 0.0.4, and so does a header in which nothing is understood or allowed, since every scraper
    /// reads that: the alternative is no answer.
    static func preferred(accept: String?) -> ExpositionFormat {
        MediaRange.ranges(in: accept).lazy.filter { $0.weight > 0 }
            .compactMap { ExpositionFormat($0) }.first ?? .text004
    }

    /// The format that a media range names; nil for one that is not understood.
    private init?(_ range: MediaRange) {
        let escaping = range.parameters["escaping"].flatMap(NameEscaping.init)
        switch (range.type, range.subtype, range.parameters["version"]) {
        case ("*", "*", _), ("text", "*", _), ("text", "plain", nil), ("text", "plain", "0.0.4"):
            self = .text004
        case ("text", "plain", "1.0.0"):
            self = .text100(escaping ?? .underscores)
        case ("application", "openmetrics-text", nil),
            ("application", "openmetrics-text", "1.0.0"):
            self = .openMetrics100(escaping)
        default:
            return nil
        }
    }
}
