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
        interval = reader.duration("interval", in: bounds, default: interval)
        minInterval = reader.duration("min_interval", in: bounds, default: minInterval)
        maxInterval = reader.duration("max_interval", in: bounds, default: maxInterval)
        maxBackoff = reader.duration("max_backoff", in: bounds, default: maxBackoff)
        requestsPerMinute = reader.integer(
            "requests_per_minute", in: counts, default: requestsPerMinute)
        requestsPerHour = reader.integer(
            "requests_per_hour", in: counts, default: defaultRequestsPerHour)
        monthlyQuota = reader.integer("monthly_quota", in: counts, default: monthlyQuota)
        check(reader)
        maxBackoff = min(maxBackoff, maxInterval)
        reader.finish()
    }

    /// The bounds of every base's interval.
    ///
    /// Never empty, so that the bases of a file whose bounds cross can be read too.
    public var intervalBounds: ClosedRange<Duration> {
        minInterval...max(minInterval, maxInterval)
    }

    private func check(_ reader: MapReader) {
        let lower = (key: "min_interval", value: minInterval)
        let upper = (key: "max_interval", value: maxInterval)
        let ordered = [
            (lower, upper), (lower, (key: "interval", value: interval)),
            ((key: "interval", value: interval), upper),
            (lower, (key: "max_backoff", value: maxBackoff)),
        ]
        // Bounds that cross make every interval wrong: one error tells it all.
        for (shorter, longer) in minInterval > maxInterval ? Array(ordered.prefix(1)) : ordered
        where shorter.value > longer.value {
            reject(reader, shorter: shorter, longer: longer)
        }
    }

    /// Blames the key that the file has; where it has both, the one that is bounded by the other.
    private func reject(
        _ reader: MapReader, shorter: (key: String, value: Duration),
        longer: (key: String, value: Duration)
    ) {
        let isBound = longer.key == "max_interval" && shorter.key == "interval"
        let blamesShorter =
            reader.has(shorter.key) && (isBound || !reader.has(longer.key))
        let (blamed, other) = blamesShorter ? (shorter, longer) : (longer, shorter)
        let relation = blamesShorter ? "longer" : "shorter"
        let source =
            reader.has(other.key)
            ? "\(other.key) is \(other.value.prometheusText)"
            : "\(other.key) is \(other.value.prometheusText) where the file does not say; set it too"
        reader.reject(
            blamed.key,
            "found \(blamed.value.prometheusText), which is \(relation) than it may be: \(source)")
    }
}
