import Foundation
import TestKit
import Testing

@testable import Exposition

/// Holds docs/metrics.md against the catalogue.
struct DocumentedMetricsTests {
    @Test func `the table of metrics is as the catalogue has it`() throws {
        let golden = GoldenFile("../../docs/metrics.md")
        let page = GeneratedBlocks(try String(contentsOf: golden.url, encoding: .utf8))
        #expect(page.names == ["metrics"])
        #expect(
            try golden.mismatch(with: page.replaced(with: ["metrics": MetricsTable.markdown]))
                == nil)
    }

    @Test func `what is noted is noted of metrics that there are`() {
        let names = MetricCatalogue.standard.families.map(\.name)
        #expect(names.count > 30)
        for (name, _) in MetricsTable.notes { #expect(names.contains(name), "\(name)") }
    }

    @Test func `sections are about metrics that there are`() throws {
        let url = GoldenFile("../../docs/metrics.md").url
        let names = Set(MetricCatalogue.standard.families.map(\.name))
        let page = try String(contentsOf: url, encoding: .utf8)
        let mentioned = page.matches(of: /`(exchangerate_[a-z_]+|process_[a-z_]+)`/)
            .map { String($0.output.1) }
        #expect(mentioned.count > names.count)
        #expect(Set(mentioned).isSubset(of: names))
    }
}
