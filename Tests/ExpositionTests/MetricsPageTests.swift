import Domain
import Foundation
import TestKit
import Testing

@testable import Exposition

@Suite struct MetricsPageTests {
    /// The scrapes whose pages are looked at whole.
    enum Page: String, CaseIterable {
        case full
        case atStart = "at-start"
        case hostile

        var scrape: Scrape {
            switch self {
            case .full: .full
            case .atStart: .atStart
            case .hostile: .hostile
            }
        }
    }

    static let catalogue = MetricCatalogue.standard

    @Test(
        arguments: [
            (Page.full, ExpositionSyntax.prometheusText, "full.prom"),
            (.full, .openMetrics, "full.openmetrics"),
            (.atStart, .prometheusText, "at-start.prom"),
            (.atStart, .openMetrics, "at-start.openmetrics"),
        ])
    func `the page is what its golden file holds`(
        _ page: Page, _ syntax: ExpositionSyntax, _ file: String
    ) {
        let text = String(decoding: Self.catalogue.page(page.scrape, as: syntax), as: UTF8.self)
        #expect(GoldenFile("Golden/\(file)").mismatch(with: text) == nil)
    }

    @Test(arguments: Page.allCases)
    func `the lines of samples are the same in each syntax, in the same order`(_ page: Page) {
        func samples(_ syntax: ExpositionSyntax) -> [ArraySlice<UInt8>] {
            Self.catalogue.page(page.scrape, as: syntax).split(separator: UInt8(ascii: "\n"))
                .filter { $0.first != UInt8(ascii: "#") }
        }
        #expect(samples(.prometheusText).count > 80)
        #expect(samples(.prometheusText) == samples(.openMetrics))
    }

    @Test(arguments: Page.allCases, ExpositionSyntax.allCases)
    func `a page that was prepared before is that of the scrape`(
        _ page: Page, _ syntax: ExpositionSyntax
    ) {
        let prepared = Self.catalogue.prepare(page.scrape, as: syntax)
        // Longer than any pause, and until all data is stale.
        let now = page.scrape.now.advanced(by: .seconds(90 * 24 * 3600))
        let later = Scrape(
            snapshot: page.scrape.snapshot, now: now, build: page.scrape.build,
            httpRequests: page.scrape.httpRequests.dropLast(), webConfiguration: nil,
            process: nil)
        #expect(prepared.page(later) == Self.catalogue.page(later, as: syntax))
        #expect(prepared.page(later) != prepared.page(page.scrape))
    }

    @Test(arguments: ExpositionSyntax.allCases)
    func `a page without a base still tells of the exporter`(_ syntax: ExpositionSyntax) throws {
        let names = try Self.catalogue.families(.withoutBases, as: syntax)
            .flatMap(\.samples).map(\.name)
        #expect(names.contains("exchangerate_exporter_build_info"))
        #expect(!names.contains("exchangerate_rate"))
    }

    @Test(arguments: ExpositionSyntax.allCases)
    func `a hostile source leaves the other series intact`(_ syntax: ExpositionSyntax) throws {
        let samples = try Self.catalogue.families(.hostile, as: syntax).flatMap(\.samples)
        func labels(_ name: String) -> [[String]] {
            samples.filter { $0.name == name }.map { $0.labels.map(\.value) }
        }
        #expect(labels("exchangerate_rate").count == Scrape.hostileTexts.count)
        #expect(
            labels("exchangerate_observation_info") == [
                ["EUR", "li\"ve\\\n", "x\"} 1\nup 0\n"]
            ])
        // Two sources are alike once they are cut, and count as one.
        #expect(labels("exchangerate_data_age_seconds").count == Scrape.hostileTexts.count - 1)
    }

    @Test func `a change of source takes the old info series away`() throws {
        var scrape = Scrape.full
        scrape.snapshot.bases[2].context?.source = "ecb_daily"
        let sources = try MetricFamily.observationInfo.parsed(scrape)?.samples
            .filter { $0.labels.first?.value == "USD" }.map { $0.labels[1].value }
        #expect(sources == ["ecb_daily"])
    }
}
