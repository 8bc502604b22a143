import Foundation
import TestKit
import Testing

@testable import Exposition

/// The pages, read by programs of others.
@Suite struct ForeignReadersTests {
    /// Prints what a parser makes of a page.
    static let script = """
        import json, sys
        from prometheus_client import parser
        from prometheus_client.openmetrics import parser as openmetrics
        chosen = openmetrics if sys.argv[1] == "openMetrics" else parser
        with open(sys.argv[2], newline="", encoding="utf-8") as page:
            text = page.read()
        print(json.dumps([
            {
                "name": metric.name, "type": metric.type, "unit": metric.unit,
                "help": metric.documentation,
                "samples": [
                    {
                        "name": sample.name, "labels": list(sample.labels.items()),
                        "value": float(sample.value),
                    } for sample in metric.samples
                ],
            } for metric in chosen.text_string_to_metric_families(text)
        ]))
        """

    /// A metric as the script prints it.
    struct Metric: Decodable, Equatable {
        struct Sample: Decodable, Equatable {
            var name: String
            var labels: [[String]]
            var value: Double
        }

        var name: String
        var type: String
        var unit: String
        var help: String
        var samples: [Sample]

        init(_ family: ParsedExposition.Family, in syntax: ExpositionSyntax) {
            // The library names counters of the text format as OpenMetrics has them.
            let isCut = syntax == .prometheusText && family.type == "counter"
            name = isCut ? String(family.name.dropLast("_total".count)) : family.name
            type = family.type
            unit = family.unit ?? ""
            help = family.help
            samples = family.samples.map { sample in
                Sample(
                    name: sample.name, labels: sample.labels.map { [$0.name, $0.value] },
                    value: Double(sample.value) ?? -1)
            }
        }
    }

    private static func file(_ bytes: [UInt8]) throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "exposition-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        return file
    }

    @Test(arguments: MetricsPageTests.Page.allCases)
    func `promtool finds nothing to say of the text format`(
        _ page: MetricsPageTests.Page
    ) async throws {
        let file = try Self.file(MetricCatalogue.standard.page(page.scrape))
        defer { try? FileManager.default.removeItem(at: file) }
        let promtool = try ChildProcess(
            "/bin/sh", ["-c", "exec promtool check metrics < \"$0\"", file.path])
        let status = await promtool.exitStatus()
        #expect(promtool.standardOutput + promtool.standardError == "")
        #expect(status == 0, "promtool is of Debian's package prometheus")
    }

    @Test(arguments: MetricsPageTests.Page.allCases, ExpositionSyntax.allCases)
    func `Python's library reads what the strict reader reads`(
        _ page: MetricsPageTests.Page, _ syntax: ExpositionSyntax
    ) async throws {
        let bytes = MetricCatalogue.standard.page(page.scrape, as: syntax)
        let file = try Self.file(bytes)
        defer { try? FileManager.default.removeItem(at: file) }
        let python = try ChildProcess(
            "/usr/bin/python3", ["-c", Self.script, "\(syntax)", file.path])
        let status = await python.exitStatus()
        try #require(
            status == 0,
            "the library is of Debian's package python3-prometheus-client: \(python.standardError)")
        let read = try JSONDecoder().decode(
            [Metric].self, from: Data(python.standardOutput.utf8))
        let families = try ParsedExposition(bytes, as: syntax.parsed).families
        #expect(read == families.map { Metric($0, in: syntax) })
    }
}
