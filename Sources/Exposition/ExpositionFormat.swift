/// A format of the page that scrapers read.
///
/// https://prometheus.io/docs/instrumenting/content_negotiation/
public enum ExpositionFormat: Sendable, Hashable {
    /// Prometheus' text format, version 0.0.4.
    case text004
    /// Prometheus' text format, version 1.0.0.
    case text100(NameEscaping)
    /// OpenMetrics, version 1.0.0; nil where the scraper asked for no escaping.
    case openMetrics100(NameEscaping?)

    /// The media type that a response in this format carries.
    public var contentType: String {
        switch self {
        case .text004:
            "text/plain; version=0.0.4; charset=utf-8"
        case .text100(let escaping):
            "text/plain; version=1.0.0; charset=utf-8; escaping=\(escaping.rawValue)"
        case .openMetrics100(nil):
            "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .openMetrics100(let escaping?):
            "application/openmetrics-text; version=1.0.0; charset=utf-8"
                + "; escaping=\(escaping.rawValue)"
        }
    }

    /// How the page is written.
    public var syntax: ExpositionSyntax {
        switch self {
        case .text004, .text100: .prometheusText
        case .openMetrics100: .openMetrics
        }
    }
}
