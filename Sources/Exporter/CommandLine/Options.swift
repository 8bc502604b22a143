import Serving

/// What the flags say.
struct Options: Sendable, Hashable {
    /// Nil: the built-in defaults.
    var configFile: String?
    /// Nil: the state stays in memory.
    var storagePath: String? = "data"
    /// In the order given.
    var listenAddresses: [ListenAddress] = [.anyInterface(port: 10978)]
    /// TLS and passwords; nil: neither.
    var webConfigFile: String?
    var telemetryPath = "/metrics"
    /// Whether `POST /-/reload` is allowed.
    var isLifecycleEnabled = false
    /// The address that people reach the status page by; nil: the host's name and the port.
    var externalURL: String?
    /// Nil: no limit.
    var maxRequests: Int? = 40
    /// Whether `--version` tells more.
    var isVerbose = false
    var logLevel = LogLevel.info
    var logFormat = LogFormat.logfmt
    /// Of the sub-commands `fetch` and `rehearse`.
    var output = FetchOutput.table
    /// Of the sub-command `rehearse`.
    var rehearsal = RehearsalOptions()
}

/// How results are printed.
enum FetchOutput: String, CaseIterable, Sendable {
    case table, json
}
