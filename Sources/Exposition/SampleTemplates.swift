import Domain

/// The bytes of a metric's samples that are the same in each of them, made once.
struct SampleTemplates: Sendable {
    /// What stands before, between and after the values of the labels of one sample.
    struct Line: Sendable {
        let pieces: [[UInt8]]

        init(name: String, labels: [String]) {
            guard let first = labels.first else {
                pieces = [Array("\(name) ".utf8)]
                return
            }
            let openings = ["\(name){\(first)=\""] + labels.dropFirst().map { "\",\($0)=\"" }
            pieces = (openings + ["\"} "]).map { Array($0.utf8) }
        }
    }

    /// The sample of a gauge or a counter.
    let plain: Line
    /// The samples of a histogram.
    let bucket: Line
    /// What stands after the values of the other labels of each bucket; the last has no bound.
    let bucketEnds: [[UInt8]]
    let sum: Line
    let count: Line

    init(name: String, labels: [String]) {
        plain = Line(name: name, labels: labels)
        bucket = Line(name: "\(name)_bucket", labels: labels + ["le"])
        let end = Array(bucket.pieces.suffix(2))
        bucketEnds = (DurationHistogram.bounds.map(Self.text) + [Array("+Inf".utf8)]).map {
            end[0] + $0 + end[1]
        }
        sum = Line(name: "\(name)_sum", labels: labels)
        count = Line(name: "\(name)_count", labels: labels)
    }

    /// A bound as a label's value, always with a point: `1.0`.
    ///
    /// OpenMetrics wants it so, and Prometheus 3 makes it so of what comes in the text format; a
    /// bound that each format wrote in its own way would be a series for each.
    /// https://prometheus.io/docs/specs/om/open_metrics_spec/#considerations-canonical-numbers
    private static func text(of bound: Duration) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendSeconds(bound)
        if !bytes.contains(UInt8(ascii: ".")) { bytes.append(contentsOf: ".0".utf8) }
        return bytes
    }
}
