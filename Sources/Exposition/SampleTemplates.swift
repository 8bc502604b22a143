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
    let sum: Line
    let count: Line

    init(name: String, labels: [String]) {
        plain = Line(name: name, labels: labels)
        bucket = Line(name: "\(name)_bucket", labels: labels + ["le"])
        sum = Line(name: "\(name)_sum", labels: labels)
        count = Line(name: "\(name)_count", labels: labels)
    }
}
