import Foundation
import Testing

@testable import Exposition

/// Holds docs/metrics.md against the catalogue.
struct DocumentedMetricsTests {
    @Test func `the page of metrics lists the catalogue in its order, with its types`() throws {
        let page = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/metrics.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            .filter { $0.count >= 4 && $0[0].hasPrefix("`") }
        let documented = rows.map { row in
            let type = row[1].split(separator: ",").first.map(String.init) ?? ""
            return "\(row[0].trimmingCharacters(in: ["`"])) \(type)"
        }
        let real = MetricCatalogue.standard.families.map {
            "\($0.name) \($0.kind.nameInPrometheusText)"
        }
        #expect(real.count > 30)
        #expect(documented == real)
    }
}
