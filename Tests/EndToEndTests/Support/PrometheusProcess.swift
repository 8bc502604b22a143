import Foundation
import HTTP
import TestKit
import Testing

/// Debian's Prometheus, running with its data in a temporary folder.
final class PrometheusProcess: Sendable {
    /// What a query gave: one value for each series.
    struct Answer: Decodable {
        struct Data: Decodable { let result: [Sample] }
        struct Sample: Decodable {
            let metric: [String: String]
            let value: [Value]
        }
        /// A time is a number, a value a text.
        enum Value: Decodable {
            case time(Double)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else {
                    self = .time(try container.decode(Double.self))
                }
            }
        }

        let data: Data

        var texts: [String] {
            data.result.compactMap { sample in
                guard case .text(let text) = sample.value.last else { return nil }
                return text
            }
        }
    }

    let url: String
    private let process: ChildProcess
    private let folder: TemporaryFolder

    /// What it knows of a metric beside the samples.
    struct Metadata: Decodable, Equatable {
        let type: String
        let unit: String
    }

    /// Starts it, scraping an address each second, and waits until it answers.
    convenience init(scraping target: String, jobKeys: [String] = []) async throws {
        try await self.init(scraping: [target], jobKeys: jobKeys)
    }

    /// Starts it, scraping addresses each second, and waits until it answers.
    ///
    /// - Parameter jobKeys: more keys of the job, such as `scheme: https`.
    convenience init(scraping targets: [String], jobKeys: [String] = []) async throws {
        let list = targets.map { "'\($0)'" }.joined(separator: ", ")
        try await self.init(
            configuration: """
                global: {scrape_interval: 1s, scrape_timeout: 1s}
                scrape_configs:
                  - job_name: exporter
                    static_configs: [{targets: [\(list)]}]
                \(jobKeys.map { "    " + $0 }.joined(separator: "\n"))
                """)
    }

    /// Starts it with a configuration, and waits until it answers.
    ///
    /// - Parameter rules: files of rules by their names, in the folder `rules` beside it.
    init(configuration: String, rules: [String: String] = [:]) async throws {
        let program = try Self.path(of: "prometheus")
        folder = try TemporaryFolder()
        let file = try folder.write(configuration, to: "prometheus.yml")
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "rules"), withIntermediateDirectories: true)
        for (name, text) in rules { try folder.write(text, to: "rules/\(name)") }
        process = try ChildProcess(
            program,
            [
                "--config.file=\(file)", "--storage.tsdb.path=\(folder.path(of: "data"))",
                "--web.listen-address=127.0.0.1:0", "--log.level=info",
                // What fires before it has found its Alertmanagers is told again soon.
                "--rules.alert.resend-delay=1s",
            ])
        let line = try #require(
            await process.line(containing: "\"Listening on\""), "\(process.standardError)")
        url = "http://" + (try #require(line.split(separator: "address=").last))
    }

    /// Asks a query.
    func query(_ text: String) async throws -> Answer {
        let escaped = try #require(
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let response = try await Browser.send(.get, "\(url)/api/v1/query?query=\(escaped)")
        try #require(response.status == 200 || response.status == 503, "\(response.text)")
        // It starts up yet.
        guard response.status == 200 else { return Answer(data: .init(result: [])) }
        return try JSONDecoder().decode(Answer.self, from: Foundation.Data(response.body))
    }

    /// Waits until it has scraped through a tap, and liked what it got.
    func awaitScrape(of tap: ScrapeTap) async throws {
        let isUp = try await eventually(within: .seconds(60), every: .milliseconds(100)) {
            try await query("up{instance=\"\(tap.target)\"}").texts == ["1"]
        }
        let targets = try await Browser.send(.get, "\(url)/api/v1/targets").text
        try #require(isUp, "\(targets)")
    }

    /// What it knows of the metrics of all targets, by their names.
    func metadata() async throws -> [String: Metadata] {
        struct List: Decodable { let data: [String: [Metadata]] }
        let response = try await Browser.send(.get, "\(url)/api/v1/metadata")
        let list = try JSONDecoder().decode(List.self, from: Foundation.Data(response.body))
        return list.data.compactMapValues(\.first)
    }

    /// The path of one of Debian's programs for Prometheus.
    static func path(of program: String, package: String = "prometheus") throws -> String {
        let path = "/usr/bin/\(program)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw MissingProgram(path: path, cure: "apt-get install \(package) brings it")
        }
        return path
    }
}
