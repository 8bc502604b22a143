import Domain
import Freshness

/// Appends the samples of one metric to a page.
///
/// Label values are given in the order of the metric's labels. They are cut and escaped here, so
/// that no text from outside can break the page.
struct SampleWriter {
    private(set) var bytes: [UInt8]
    private let templates: SampleTemplates

    init(bytes: [UInt8], templates: SampleTemplates) {
        self.bytes = bytes
        self.templates = templates
    }

    /// Appends the one sample of a metric without labels.
    mutating func sample(_ value: SampleValue) {
        bytes.append(contentsOf: templates.plain.pieces[0])
        append(value)
    }

    /// Appends a sample of a metric with one label.
    mutating func sample(_ first: String, _ value: SampleValue) {
        open(templates.plain, first)
        bytes.append(contentsOf: templates.plain.pieces[1])
        append(value)
    }

    /// Appends a sample of a metric with two labels.
    mutating func sample(_ first: String, _ second: String, _ value: SampleValue) {
        open(templates.plain, first)
        bytes.append(contentsOf: templates.plain.pieces[1])
        bytes.appendLabelValue(second)
        bytes.append(contentsOf: templates.plain.pieces[2])
        append(value)
    }

    /// Appends a sample of a metric with three labels.
    mutating func sample(
        _ first: String, _ second: String, _ third: String, _ value: SampleValue
    ) {
        open(templates.plain, first)
        bytes.append(contentsOf: templates.plain.pieces[1])
        bytes.appendLabelValue(second)
        bytes.append(contentsOf: templates.plain.pieces[2])
        bytes.appendLabelValue(third)
        bytes.append(contentsOf: templates.plain.pieces[3])
        append(value)
    }

    /// Appends all samples of a histogram with one label.
    mutating func histogram(_ first: String, _ histogram: DurationHistogram) {
        var cumulated: UInt64 = 0
        for (end, count) in zip(templates.bucketEnds, histogram.counts) {
            cumulated += count
            open(templates.bucket, first)
            bytes.append(contentsOf: end)
            append(.count(cumulated))
        }
        open(templates.sum, first)
        bytes.append(contentsOf: templates.sum.pieces[1])
        append(.duration(histogram.sum))
        open(templates.count, first)
        bytes.append(contentsOf: templates.count.pieces[1])
        append(.count(cumulated))
    }

    private mutating func open(_ line: SampleTemplates.Line, _ first: String) {
        bytes.append(contentsOf: line.pieces[0])
        bytes.appendLabelValue(first)
    }

    private mutating func append(_ value: SampleValue) {
        switch value {
        case .count(let count): bytes.appendDigits(count)
        case .integer(let integer): bytes.appendInteger(integer)
        case .flag(let flag): bytes.append(UInt8(ascii: flag ? "1" : "0"))
        case .timestamp(let timestamp): bytes.appendSeconds(timestamp)
        case .duration(let duration): bytes.appendSeconds(duration)
        case .decimal(let text): bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
