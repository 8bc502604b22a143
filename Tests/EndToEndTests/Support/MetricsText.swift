/// A page of metrics, with its samples by their series.
struct MetricsText: Sendable {
    let text: String
    private let samples: [Substring: Substring]

    init(_ text: String) {
        self.text = text
        let pairs = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            line.lastIndex(of: " ").map { (line[..<$0], line[line.index(after: $0)...]) }
        }
        samples = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The value of a series as it is printed; nil where the page lacks it.
    func digits(_ name: String, _ labels: KeyValuePairs<String, String> = [:]) -> String? {
        let list = labels.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
        return samples[list.isEmpty ? name[...] : "\(name){\(list)}"].map(String.init)
    }

    /// The value of a series.
    func value(_ name: String, _ labels: KeyValuePairs<String, String> = [:]) -> Double? {
        digits(name, labels).flatMap(Double.init)
    }

    /// All series of a name, with their labels, and their values.
    func series(_ name: String) -> [String: Double] {
        Dictionary(
            uniqueKeysWithValues: samples.compactMap { series, value in
                guard series == name || series.hasPrefix("\(name){") else { return nil }
                return Double(value).map { (String(series), $0) }
            })
    }

    /// The rate of USD in a currency, as it is printed.
    func rate(_ quote: String) -> String? {
        digits("exchangerate_rate", ["base": "USD", "quote": quote])
    }

    /// How many polls of a base were good.
    func goodPolls(_ base: String = "USD") -> Double {
        // The histogram counts those that have ended.
        (value("exchangerate_poll_duration_seconds_count", ["base": base]) ?? 0)
            - failedPolls(base)
    }

    /// How many polls of a base failed.
    func failedPolls(_ base: String = "USD") -> Double {
        series("exchangerate_poll_errors_total").filter { $0.key.contains("base=\"\(base)\"") }
            .values.reduce(0, +)
    }

    /// How many polls of USD failed for a reason.
    func failedPolls(because reason: String) -> Double {
        value("exchangerate_poll_errors_total", ["base": "USD", "reason": reason]) ?? -1
    }
}
