import Foundation
import TestKit
import Testing

/// Exporters with every trouble that a rule or a panel is for, scraped by a Prometheus with the
/// shipped rules, which tells an Alertmanager with the example's routes.
final class TroubledInstallation: Sendable {
    /// The one that the tests of a suite share.
    @TaskLocal static var current: TroubledInstallation?

    let prometheus: PrometheusProcess
    let alertmanager: AlertmanagerProcess
    /// Takes what Alertmanager sends; the last part of the path is the receiver's name.
    let sink: AnsweringReceiver
    private let standIn: StandInProcess
    private let refusing: AnsweringReceiver
    private let exporters: [ExporterProcess]

    init() async throws {
        standIn = try await StandInProcess()
        sink = try AnsweringReceiver { _ in .init(status: 200) }
        refusing = try AnsweringReceiver { _ in .init(status: 503) }
        try await standIn.freeze(base: "USD")
        // Of EUR, stale in a quarter of a minute, by when all but one have newer data.
        let stamp = Date.now.addingTimeInterval(-586).ISO8601Format()
        try await standIn.add(fault: "stamp&base=EUR&text=\(stamp)")
        try await standIn.add(fault: "error&base=NZD&status=500")
        try await standIn.add(fault: "unauthorized&base=CHF")
        try await standIn.add(fault: "limit&base=CAD")

        let harmed = try await ExporterProcess(
            Self.harmed(by: standIn, sink: sink, refusing: refusing),
            limits: "trap '' XFSZ; ulimit -f 0")
        let rejected = try await ExporterProcess(Self.asking(standIn, for: "CHF"))
        let web = try TemporaryFolder()
        let limited = try await ExporterProcess(
            Self.asking(standIn, for: "CAD"), in: web,
            flags: ["--web.config.file=\(web.write("{}", to: "web.yml"))"])
        // Prometheus goes on to ask there.
        let gone = try await ExporterProcess(
            Self.asking(standIn, for: "SEK"),
            flags: ["--web.listen-address=127.0.0.1:\(ReservedPort().port)"])
        exporters = [harmed, rejected, limited, gone]

        alertmanager = try await AlertmanagerProcess(configuration: Self.routes(to: sink))
        prometheus = try await PrometheusProcess(
            configuration: Self.scraping(exporters, telling: alertmanager),
            rules: ShippedFile.impatientRules())
        try await worsen(harmed)
        try web.write("nonsense: yes", to: "web.yml")
        try await awaitScrape(of: gone, up: "1")
        await gone.stop()
        try await awaitScrape(of: gone, up: "0")
    }

    /// Troubles that need good readings before them.
    private func worsen(_ exporter: ExporterProcess) async throws {
        _ = try await exporter.metrics("first rates", within: .seconds(60)) { page in
            ["USD", "EUR", "GBP"].allSatisfy {
                page.value("exchangerate_rate", ["base": $0, "quote": "JPY"]) != nil
            }
        }
        try await standIn.add(fault: "missing&base=EUR&symbols=JPY")
        try standIn.clear(fault: "stamp")
        try await standIn.add(fault: "error&base=USD&status=503")
        try exporter.folder.write("rates: nonsense", to: "exporter.yml")
        exporter.process.signal(SIGHUP)
    }

    private func awaitScrape(of exporter: ExporterProcess, up value: String) async throws {
        let query = "up{instance=\"127.0.0.1:\(exporter.port)\"}"
        let isSo = try await eventually(within: .seconds(60), every: .milliseconds(100)) {
            try await prometheus.query(query).texts == [value]
        }
        try #require(isSo, "\(query) == \(value)")
    }

    /// Bases with troubles of each kind and one without, a receiver that takes nothing, and one
    /// that takes all.
    private static func harmed(
        by standIn: StandInProcess, sink: AnsweringReceiver, refusing: AnsweringReceiver
    ) -> ExporterConfiguration {
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration("refusing", url: refusing.url),
            ReceiverConfiguration("oncall", url: "\(sink.url)/own"))
        configuration.rates = [
            "USD": ["EUR", "GBP", "JPY"], "EUR": ["GBP", "JPY", "CHF"], "GBP": ["JPY"],
            "NZD": ["JPY"],
        ]
        // So that notifications come all the time, and are given up soon.
        configuration.alerts += ["repeat_interval: 2s", "give_up_after: 5s"]
        return configuration
    }

    private static func asking(
        _ standIn: StandInProcess, for base: String
    ) -> ExporterConfiguration {
        var configuration = ExporterConfiguration.paging(standIn)
        configuration.rates = [base: ["JPY"]]
        configuration.pollKeys.append("max_backoff: 2s")
        return configuration
    }

    /// The example for Prometheus, in quick time.
    private static func scraping(
        _ exporters: [ExporterProcess], telling alertmanager: AlertmanagerProcess
    ) throws -> String {
        var file = try ShippedFile("alerts/examples/prometheus.yml")
        try file.replace("scrape_interval: 30s", by: "scrape_interval: 1s")
        try file.replace("evaluation_interval: 30s", by: "evaluation_interval: 1s")
        let address = String(alertmanager.url.dropFirst("http://".count))
        try file.replace("\"localhost:9093\"", by: "\"\(address)\"")
        let targets = exporters.map { "\"127.0.0.1:\($0.port)\"" }.joined(separator: ", ")
        try file.replace("\"localhost:10978\"", by: targets)
        return file.text
    }

    /// The example for Alertmanager in quick time, whose receivers are the sink.
    private static func routes(to sink: AnsweringReceiver) throws -> String {
        var file = try ShippedFile("alerts/examples/alertmanager.yml")
        try file.replace("https://pager.example/hook", by: "\(sink.url)/pager")
        try file.replace("https://chat.example/hook", by: "\(sink.url)/chat")
        try file.replace(
            "https://dead-man-switch.example/ping", by: "\(sink.url)/dead-man-switch")
        try file.replace("group_wait: 10s", by: "group_wait: 1s")
        try file.replace("group_interval: 1m", by: "group_interval: 1s")
        return file.text
    }
}

/// Has an installation in trouble while the tests of a suite run.
struct InTrouble: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let installation = try await TroubledInstallation()
        try await TroubledInstallation.$current.withValue(installation) { try await function() }
    }
}

extension Trait where Self == InTrouble {
    /// Has an installation in trouble while the tests of a suite run.
    static var inTrouble: Self { Self() }
}
