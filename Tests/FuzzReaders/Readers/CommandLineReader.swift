import Domain
import Freshness
import Pipeline
import Rehearsal
import Serving

@testable import Exporter

/// The arguments of the program, one after the other with a NUL between them.
enum CommandLineReader: FuzzReader {
    static let name = "command-line"
    static let words =
        FlagCatalogue.flags.flatMap { flag in
            flag.spellings.flatMap { ["--\($0)\0", "--\($0)="] }
                + (flag.letter.map { ["-\($0)\0"] } ?? [])
        } + SubcommandCatalogue.subcommands.map { "\0\($0.name)\0" }
        + IncidentKind.allCases.map(\.rawValue)
        + [
            ":9090", "127.0.0.1:0", "[::1]:80", "unix:/run/x.sock", "localhost:1", "debug", "json",
            "logfmt", "table", "2025-12-20", "2025-12-23T10:00Z", "/metrics", "true", "40", "USD",
            "EUR,GBP", "--\0", "\u{1B}[2J", "\u{2028}", "freeze 2025-12-23T10:00Z 3h",
        ]

    static func seeds() -> [[UInt8]] {
        [
            [], ["--help"], ["--version"], ["check-config", "--config.file=a.yml"],
            ["fetch", "USD", "EUR", "GBP", "--output=json"], ["test-alert", "oncall"],
            ["--web.listen-address=:1", "--web.listen-address", "unix:/a"],
            ["--log.level=debug", "--log.format=json", "--storage.path="],
            ["rehearse", "--from=2025-12-20", "--to=2026-01-05", "--feed=ecb_daily"],
            ["rehearse", "--incident", "missing symbol 2025-12-23T10:00Z 3h symbol=EUR"],
            ["health", "--web.telemetry-path=/m"], ["--config", "a"], ["a.yml"], ["-h", "fetch"],
            ["--web.external-url=https://a.example/x/", "--web.max-requests=0"],
            ["--no-web.enable-lifecycle", "--", "fetch"],
        ].map { Array($0.joined(separator: "\0").utf8) }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let arguments =
            bytes.isEmpty
            ? []
            : bytes.split(separator: 0, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        let invocation: CommandLineParser.Invocation
        do throws(UsageError) {
            invocation = try CommandLineParser.parse(arguments)
        } catch {
            try PrintedText.check("\(error)", of: "an error", allowing: "")
            return
        }
        let options = invocation.options
        switch invocation.command {
        case .showHelp(let name):
            try PrintedText.check(HelpText.text(ofCommand: name), of: "the help")
        case .rehearse: try checkDays(options)
        case .run, .checkConfig, .fetch, .testAlert, .health, .showVersion: break
        }
        try checkAddresses(options)
    }

    private static func checkDays(_ options: Options) throws(BrokenPromise) {
        let days: RehearsalSpan
        do throws(RehearsalError) {
            days = try RehearsalSpan(from: options.rehearsal.first, to: options.rehearsal.last)
        } catch {
            try PrintedText.check(error.description, of: "an error", allowing: "")
            return
        }
        try hold(days.start < days.end, "no day is rehearsed")
    }

    private static func checkAddresses(_ options: Options) throws(BrokenPromise) {
        try hold(!options.listenAddresses.isEmpty, "nothing is listened at")
        if let most = options.maxRequests { try hold(most > 0, "at most \(most) requests") }
        try hold(options.telemetryPath.hasPrefix("/"), "the path \(options.telemetryPath)")
        let settings = ExamplePipeline.configuration.pipelineSettings(
            options: options, loadedAt: ExamplePipeline.now.timestamp)
        try hold(
            settings.alerting.externalURL == options.externalURL ?? "", "another address of ours")
        _ = ExternalURL.standard(addresses: options.listenAddresses, isEncrypted: false)
        let routes = ExamplePages.routes(telemetryPath: options.telemetryPath)
        try hold(routes.contains { $0.label == "metrics" }, "no page of metrics")
    }
}
