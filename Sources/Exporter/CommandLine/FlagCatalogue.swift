import FoundationEssentials
import Serving

/// All flags: the parser, the help, the manual page, the completions and the tests go by this list.
enum FlagCatalogue {
    /// In the order of the help.
    static let flags = commonFlags + rehearsalFlags

    private static let commonFlags: [FlagDefinition] = [
        FlagDefinition(
            name: "help", letter: "h", help: "Show this help; of a command, where one is named.",
            effect: .command(.showHelp(of: nil))),
        FlagDefinition(
            name: "version", help: "Show the version.",
            effect: .command(.showVersion(isVerbose: false))),
        FlagDefinition(
            name: "verbose", help: "With --version: show the versions of the libraries, too.",
            effect: .presence { options in options.isVerbose = true }),
        FlagDefinition(
            name: "config.file", completion: .file,
            help: "YAML file with the settings; none: the built-in defaults.",
            effect: .value(placeholder: "PATH", default: "") {
                (value, _, options) throws(UsageError) in
                guard !value.isEmpty else {
                    throw UsageError(message: "--config.file needs a path; leave it out for none")
                }
                options.configFile = value
            }),
        FlagDefinition(
            name: "storage.path", completion: .folder,
            help: "Folder of the state, made where missing; empty: the state stays in memory.",
            effect: .value(placeholder: "PATH", default: "data") {
                (value, _, options) throws(UsageError) in
                options.storagePath = value.isEmpty ? nil : value
            }),
        FlagDefinition(
            name: "web.listen-address", isRepeatable: true,
            help: ":PORT, A.B.C.D:PORT, [IPv6]:PORT, localhost:PORT or unix:/path; port 0 picks a "
                + "free one. Repeatable.",
            effect: .value(placeholder: "ADDRESS", default: ":10978", apply: addListenAddress)),
        FlagDefinition(
            name: "web.config.file", completion: .file,
            help: "YAML file for TLS and basic authentication, in the format of Prometheus' "
                + "exporters; none: neither.",
            effect: .value(placeholder: "PATH", default: "") {
                (value, _, options) throws(UsageError) in
                guard !value.isEmpty else {
                    throw UsageError(
                        message: "--web.config.file needs a path; leave it out for none")
                }
                options.webConfigFile = value
            }),
        FlagDefinition(
            name: "web.telemetry-path", help: "Path of the metrics.",
            effect: .value(
                placeholder: "PATH", default: "/metrics", apply: setTelemetryPath)),
        FlagDefinition(
            name: "web.enable-lifecycle", help: "Let POST /-/reload read the settings again.",
            effect: .toggle { isOn, options in options.isLifecycleEnabled = isOn }),
        FlagDefinition(
            name: "web.external-url",
            help: "Address that people reach the status page by, for links in notifications; "
                + "none: http://HOSTNAME:PORT/, https under TLS.",
            effect: .value(placeholder: "URL", default: "", apply: setExternalURL)),
        FlagDefinition(
            name: "web.max-requests",
            help: "Scrapes at a time, more get 503; 0: no limit.",
            effect: .value(placeholder: "NUMBER", default: "40") {
                (value, _, options) throws(UsageError) in
                guard let number = UInt16(value), value.first != "+" else {
                    throw refusal("web.max-requests", value, "a number from 0 to 65535")
                }
                options.maxRequests = number == 0 ? nil : Int(number)
            }),
        FlagDefinition(
            name: "log.level", completion: .words(words(LogLevel.self)),
            help: "Least level of the log: \(list(LogLevel.self)).",
            effect: .value(placeholder: "LEVEL", default: "info") {
                (value, _, options) throws(UsageError) in
                options.logLevel = try choice("log.level", value)
            }),
        FlagDefinition(
            name: "log.format", completion: .words(words(LogFormat.self)),
            help: "Format of the log: \(list(LogFormat.self)).",
            effect: .value(placeholder: "FORMAT", default: "logfmt") {
                (value, _, options) throws(UsageError) in
                options.logFormat = try choice("log.format", value)
            }),
        FlagDefinition(
            name: "output", subcommands: ["fetch", "rehearse"],
            completion: .words(words(FetchOutput.self)),
            help: "Form of what is printed: \(list(FetchOutput.self)).",
            effect: .value(placeholder: "FORM", default: "table") {
                (value, _, options) throws(UsageError) in
                options.output = try choice("output", value)
            }),
    ]

    /// Flags that people know from Prometheus' programs, and what is to be done here.
    static let foreign: KeyValuePairs<String, String> = [
        "config.check": "the command check-config does that",
        "web.route-prefix": "let the proxy take the prefix away, and name it in --web.external-url",
        "web.systemd-socket": "sockets of systemd are used without it",
    ]

    /// Paths that other endpoints have, or that lie under theirs.
    private static let takenPaths = ["/-", "/v1/latest", "/api/v1/alerts"]

    private static func addListenAddress(
        _ value: String, isFirst: Bool, options: inout Options
    ) throws(UsageError) {
        let address: ListenAddress
        do throws(ListenAddressError) {
            address = try ListenAddress(parsing: value)
        } catch {
            throw UsageError(message: "--web.listen-address: \(error)")
        }
        if isFirst { options.listenAddresses = [] }
        guard !options.listenAddresses.contains(address) || value.hasSuffix(":0") else {
            throw UsageError(message: "--web.listen-address: \"\(value)\" is given twice")
        }
        options.listenAddresses.append(address)
    }

    private static func setTelemetryPath(
        _ value: String, isFirst: Bool, options: inout Options
    ) throws(UsageError) {
        let isPath =
            value.hasPrefix("/")
            && value.utf8.allSatisfy { byte in
                0x21...0x7E ~= byte && !"?#%\\\"<>".utf8.contains(byte)
            }
            && !value.split(separator: "/").contains { $0 == "." || $0 == ".." }
        guard isPath else {
            throw refusal(
                "web.telemetry-path", value, "a path that begins with /, such as /metrics")
        }
        let isTaken =
            value == "/" || takenPaths.contains { value == $0 || value.hasPrefix($0 + "/") }
        guard !isTaken else {
            throw UsageError(
                message: "--web.telemetry-path: \"\(value)\" is the path of another endpoint")
        }
        options.telemetryPath = value
    }

    private static func setExternalURL(
        _ value: String, isFirst: Bool, options: inout Options
    ) throws(UsageError) {
        guard let components = URLComponents(string: value),
            let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = components.host, !host.isEmpty, components.query == nil,
            components.fragment == nil, components.user == nil, components.password == nil,
            value.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw refusal(
                "web.external-url", value,
                "an http:// or https:// URL without user, query and fragment")
        }
        options.externalURL = value
    }

    static func choice<Choice>(
        _ flag: String, _ value: String
    ) throws(UsageError) -> Choice where Choice: CaseIterable & RawRepresentable<String> {
        guard let choice = Choice(rawValue: value) else {
            throw refusal(flag, value, "one of \(list(Choice.self))")
        }
        return choice
    }

    static func words<Choice>(_ type: Choice.Type) -> [String]
    where Choice: CaseIterable & RawRepresentable<String> {
        Choice.allCases.map(\.rawValue)
    }

    static func list<Choice>(_ type: Choice.Type) -> String
    where Choice: CaseIterable & RawRepresentable<String> {
        words(type).joined(separator: ", ")
    }

    static func refusal(_ flag: String, _ value: String, _ allowed: String) -> UsageError {
        UsageError(message: "--\(flag): found \"\(value)\"; allowed is \(allowed)")
    }
}
