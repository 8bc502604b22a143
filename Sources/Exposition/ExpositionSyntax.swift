/// The ways to write a page, fewer than there are formats.
///
/// The lines of the samples are the same in each: a series does not change when a scraper and the
/// exporter agree on another format.
public enum ExpositionSyntax: Sendable, Hashable, CaseIterable {
    /// That of Prometheus' text format.
    ///
    /// Version 1.0.0 adds a form for names that 0.0.4 cannot write, and the exporter has none.
    case prometheusText
    /// That of OpenMetrics 1.0.0.
    ///
    /// Counters and infos are named without the ending of their samples, units have a line, and the
    /// end is marked, so that a page that was cut is not taken for a whole one.
    case openMetrics
}
