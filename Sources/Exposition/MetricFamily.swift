/// A metric: what it is called, what it means, and how its samples follow from a scrape.
struct MetricFamily: Sendable {
    /// The types of metrics in use.
    enum Kind: String, Sendable {
        case gauge
        case counter
        case histogram
        /// Always 1: what there is to tell is in the labels.
        case info

        /// What the text format calls it, which has no infos.
        var nameInPrometheusText: String {
            switch self {
            case .gauge, .info: "gauge"
            case .counter: "counter"
            case .histogram: "histogram"
            }
        }

        /// The name of the metric in OpenMetrics, where what the type adds to samples is no part
        /// of it.
        func stem(of name: String) -> String {
            switch self {
            case .gauge, .histogram: name
            case .counter: Self.cut("_total", from: name)
            case .info: Self.cut("_info", from: name)
            }
        }

        private static func cut(_ ending: String, from name: String) -> String {
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
        }
    }

    /// The base units in use; a metric's name ends in its unit, but for a counter's `_total`.
    enum Unit: String, Sendable {
        case seconds
        case bytes
    }

    let name: String
    /// One line that says what the value means.
    let help: String
    let kind: Kind
    let unit: Unit?
    /// The names of the labels, in the order in which samples give their values.
    let labels: [String]
    /// Whether samples change while the snapshot stays: with time, with requests, with the process.
    let isMoving: Bool
    let templates: SampleTemplates
    /// Appends all samples of the metric, and nothing where there is nothing to tell.
    let appendSamples: @Sendable (Scrape, inout SampleWriter) -> Void
    private let header: FamilyHeader

    init(
        _ name: String, _ kind: Kind, unit: Unit? = nil, labels: [String] = [],
        isMoving: Bool = false, help: String,
        appendSamples: @escaping @Sendable (Scrape, inout SampleWriter) -> Void
    ) {
        self.name = name
        self.help = help
        self.kind = kind
        self.unit = unit
        self.labels = labels
        self.isMoving = isMoving
        self.appendSamples = appendSamples
        templates = SampleTemplates(name: name, labels: labels)
        header = FamilyHeader(name: name, kind: kind, unit: unit, help: help)
    }

    /// Appends the header and the samples; nothing at all where there are no samples.
    func append(_ scrape: Scrape, as syntax: ExpositionSyntax, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: header[syntax])
        let headerEnd = bytes.count
        var writer = SampleWriter(bytes: bytes, templates: templates)
        // The writer owns the one buffer for a while: two owners would copy it at the first byte.
        bytes = []
        appendSamples(scrape, &writer)
        bytes = writer.bytes
        if bytes.count == headerEnd { bytes.removeSubrange(start...) }
    }
}
