public import ConfigTree

extension PollSettings {
    private static let longest: Duration = .seconds(24 * 3600)

    /// Reads the map under `poll`.
    ///
    /// - Parameters:
    ///   - reader: that map; empty where the file has none.
    ///   - defaultRequestsPerHour: in force where the file says nothing.
    public init(reading reader: MapReader, defaultRequestsPerHour: Int) {
        self.init()
        let bounds = Duration.seconds(1)...Self.longest
        let counts = 0...1_000_000_000
        func read(_ key: String, default standard: Duration) -> Duration? {
            guard let value = reader.value(key) else { return standard }
            return value.duration(in: bounds)
        }
        let readInterval = read("interval", default: interval)
        // A bound that cannot be read bounds nothing: its own error is enough.
        minInterval = read("min_interval", default: minInterval) ?? bounds.lowerBound
        maxInterval = read("max_interval", default: maxInterval) ?? bounds.upperBound
        let readBackoff = read("max_backoff", default: maxBackoff)
        interval = readInterval ?? interval
        maxBackoff = readBackoff ?? maxBackoff
        requestsPerMinute = reader.integer(
            "requests_per_minute", in: counts, default: requestsPerMinute)
        requestsPerHour = reader.integer(
            "requests_per_hour", in: counts, default: defaultRequestsPerHour)
        monthlyQuota = reader.integer("monthly_quota", in: counts, default: monthlyQuota)
        check(reader, interval: readInterval, maxBackoff: readBackoff)
        maxBackoff = min(maxBackoff, maxInterval)
        reader.finish()
    }

    /// The bounds of every base's interval.
    ///
    /// Never empty, so that the bases of a file whose bounds cross can be read too.
    public var intervalBounds: ClosedRange<Duration> {
        minInterval...max(minInterval, maxInterval)
    }

    private typealias Named = (key: String, value: Duration)

    private func check(_ reader: MapReader, interval: Duration?, maxBackoff: Duration?) {
        let lower = ("min_interval", minInterval)
        let upper = ("max_interval", maxInterval)
        // Bounds that cross make every interval wrong: one error tells it all.
        guard inOrder(reader, lower, upper) else { return }
        if let interval {
            _ = inOrder(reader, lower, ("interval", interval))
            _ = inOrder(reader, ("interval", interval), upper)
        }
        if let maxBackoff { _ = inOrder(reader, lower, ("max_backoff", maxBackoff)) }
    }

    /// Reports a value that is longer than the one that bounds it.
    ///
    /// The error stands at the key that the file has; where it has both, at the interval or the
    /// upper of two bounds.
    private func inOrder(_ reader: MapReader, _ shorter: Named, _ longer: Named) -> Bool {
        guard shorter.value > longer.value else { return true }
        let prefersShorter = shorter.key == "interval"
        let blamesShorter =
            reader.has(shorter.key) && (prefersShorter || !reader.has(longer.key))
        let (blamed, other) = blamesShorter ? (shorter, longer) : (longer, shorter)
        let bound = "at \(blamesShorter ? "most" : "least") \(other.value.prometheusText)"
        let source =
            reader.has(other.key)
            ? "the value of \(other.key)" : "the default of \(other.key); set that too"
        reader.reject(
            blamed.key, "found \(blamed.value.prometheusText); allowed is \(bound), \(source)")
        return false
    }
}
