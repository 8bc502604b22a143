/// A format of the page that scrapers read.
public enum ExpositionFormat: Sendable, Hashable, CaseIterable {
    /// Prometheus' text format, version 0.0.4.
    case text004

    /// The media type that a response in this format carries.
    public var contentType: String {
        switch self {
        case .text004: "text/plain; version=0.0.4; charset=utf-8"
        }
    }
}
