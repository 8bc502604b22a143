import Exposition
import Testing

@testable import Exporter

@Suite struct ExpositionFormatAcceptTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var accept: String?
        var format: ExpositionFormat

        init(_ name: String, _ accept: String?, _ format: ExpositionFormat) {
            testDescription = name
            self.accept = accept
            self.format = format
        }
    }

    static let openMetrics = "application/openmetrics-text"

    static let scrapers = [
        Row(
            "Prometheus 2.42",
            "application/openmetrics-text;version=1.0.0,"
                + "application/openmetrics-text;version=0.0.1;q=0.75,"
                + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics100(nil)),
        Row(
            "Prometheus 2.30",
            "application/openmetrics-text; version=0.0.1,text/plain;version=0.0.4;q=0.5,"
                + "*/*;q=0.1", .text004),
        Row(
            "Prometheus 2.0",
            "text/plain;version=0.0.4;q=1,*/*;q=0.1", .text004),
        Row(
            "Prometheus 3",
            "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                + "application/openmetrics-text;version=0.0.1;q=0.5,"
                + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2", .openMetrics100(.allowUTF8)),
        Row(
            "Prometheus 3 with native histograms",
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                + "encoding=delimited;q=0.7,"
                + "application/openmetrics-text;version=1.0.0;escaping=underscores;q=0.6,"
                + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2", .openMetrics100(.underscores)),
        Row(
            "Prometheus 3 that prefers its own text",
            "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.5,"
                + "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                + "*/*;q=0.3", .text100(.allowUTF8)),
        Row("curl", "*/*", .text004),
        Row(
            "a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            .text004),
    ]

    static let named = [
        Row("OpenMetrics without a version", openMetrics, .openMetrics100(nil)),
        Row("OpenMetrics in capitals", "Application/OpenMetrics-Text", .openMetrics100(nil)),
        Row("a version in quotes", "\(openMetrics); version=\"1.0.0\"", .openMetrics100(nil)),
        Row(
            "an escaping for OpenMetrics", "\(openMetrics);version=1.0.0;escaping=dots",
            .openMetrics100(.dots)),
        Row(
            "an escaping that is not known", "\(openMetrics);version=1.0.0;escaping=rot13",
            .openMetrics100(nil)),
        Row("text 1.0.0", "text/plain;version=1.0.0", .text100(.underscores)),
        Row(
            "text 1.0.0 with an escaping", "text/plain;version=1.0.0;escaping=values",
            .text100(.values)),
        Row(
            "text 1.0.0 with an escaping that is not known",
            "text/plain;version=1.0.0;escaping=a\\\"b", .text100(.underscores)),
        Row("text 0.0.4", "text/plain;version=0.0.4;charset=utf-8", .text004),
        Row("text without a version", "text/plain", .text004),
    ]

    static let weighted = [
        Row(
            "the heavier", "\(openMetrics);q=0.2,text/plain;version=1.0.0;q=0.3",
            .text100(.underscores)),
        Row(
            "the first of the same weight",
            "text/plain;version=0.0.4, \(openMetrics);version=1.0.0",
            .text004),
        Row(
            "one that is forbidden", "\(openMetrics);q=0, text/plain;version=1.0.0;q=0.001",
            .text100(.underscores)),
        Row(
            "nothing but what is forbidden", "\(openMetrics);q=0, text/plain;q=0, */*;q=0",
            .text004),
        Row(
            "a weight that is none", "\(openMetrics);q=2, text/plain;version=1.0.0;q=0.1",
            .text100(.underscores)),
        Row("a wildcard above a name", "\(openMetrics);q=0.5, */*", .text004),
        Row("a wildcard beside a name", "*/*, \(openMetrics)", .openMetrics100(nil)),
        Row("all text above a name", "\(openMetrics);q=0.5, text/*", .text004),
        Row(
            "another version above a known one",
            "\(openMetrics);version=2.0.0, \(openMetrics);version=1.0.0;q=0.1",
            .openMetrics100(nil)),
    ]

    static let notUnderstood = [
        Row("no header", nil, .text004),
        Row("an empty header", "", .text004),
        Row("a page for people", "text/html", .text004),
        Row("a version to come", "\(openMetrics);version=9.9.9", .text004),
        Row("the version before the first", "\(openMetrics);version=0.0.1", .text004),
        Row("a version of the text to come", "text/plain;version=9.9.9", .text004),
        Row("an empty version", "\(openMetrics);version=", .text004),
        Row("an empty version of the text", "text/plain;version=", .text004),
        Row("all of another type", "application/*", .text004),
        Row("garbage", String(repeating: "\u{fffd};\",=", count: 1000), .text004),
        Row("8 KB of one name", String(repeating: "\(openMetrics)", count: 300), .text004),
        Row("8 KB of commas", String(repeating: ",", count: 8192), .text004),
    ]

    @Test(arguments: scrapers + named + weighted + notUnderstood)
    func `the most wanted format that is known is chosen, or text 0.0.4`(_ row: Row) {
        #expect(ExpositionFormat.preferred(accept: row.accept) == row.format)
    }

    @Test(arguments: [
        (ExpositionFormat.text004, "text/plain; version=0.0.4; charset=utf-8"),
        (.text100(.underscores), "text/plain; version=1.0.0; charset=utf-8; escaping=underscores"),
        (.text100(.allowUTF8), "text/plain; version=1.0.0; charset=utf-8; escaping=allow-utf-8"),
        (.openMetrics100(nil), "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        (
            .openMetrics100(.allowUTF8),
            "application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=allow-utf-8"
        ),
    ])
    func `the answer names the format`(_ format: ExpositionFormat, _ contentType: String) {
        #expect(format.contentType == contentType)
        // What a scraper reads back is what it gets.
        #expect(ExpositionFormat.preferred(accept: contentType) == format)
    }
}
