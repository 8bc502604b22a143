/// What a test configures: polling in quick time, of one base where it says nothing else.
struct ExporterConfiguration: Sendable {
    /// Address of the API.
    var api: String
    /// More keys under `api`.
    var apiKeys: [String] = []
    /// Time between two polls.
    var interval = "1s"
    /// More keys under `poll`.
    var pollKeys: [String] = []
    /// The bases, each with its symbols.
    var rates: KeyValuePairs<String, [String]> = ["USD": ["EUR", "GBP", "JPY"]]
    /// Bases beside them, each with the euro alone.
    var moreBases: [String] = []
    /// Bases that are polled once an hour, each with the yen alone.
    var slowBases: [String] = []
    /// Keys under `freshness`.
    var freshness: [String] = []
    /// Keys under `alerts`.
    var alerts: [String] = []
    /// Who is told of alerts.
    var receivers: [ReceiverConfiguration] = []
    /// Keys of the heartbeat.
    var heartbeat: [String] = []

    /// The file.
    var yaml: String {
        var lines = ["api:", "  url: \(api)"] + apiKeys.map { "  \($0)" }
        lines += ["poll:", "  interval: \(interval)", "  min_interval: 1s"]
        lines += ["  requests_per_minute: 0"] + pollKeys.map { "  \($0)" }
        lines += ["rates:"]
        for (base, symbols) in rates {
            lines += ["  - base: \(base)", "    symbols: [\(symbols.joined(separator: ", "))]"]
        }
        lines += moreBases.map { "  - {base: \($0), symbols: [EUR]}" }
        lines += slowBases.map { "  - {base: \($0), symbols: [JPY], interval: 1h}" }
        if !freshness.isEmpty { lines += ["freshness:"] + freshness.map { "  \($0)" } }
        if !alerts.isEmpty { lines += ["alerts:"] + alerts.map { "  \($0)" } }
        if !receivers.isEmpty { lines += ["receivers:"] + receivers.flatMap(\.lines) }
        if !heartbeat.isEmpty { lines += ["heartbeat:"] + heartbeat.map { "  \($0)" } }
        return lines.joined(separator: "\n") + "\n"
    }
}
