import Domain
import Exposition
import Foundation
import TestKit
import Testing

@Suite struct MetricsPageTests {
    static func page(_ scrape: Scrape) -> [UInt8] {
        var bytes: [UInt8] = []
        MetricCatalogue.standard.append(scrape, to: &bytes)
        return bytes
    }

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

    @Test(arguments: [Page.full, .atStart])
    func `the page is what its golden file holds`(_ page: Page) {
        let text = String(decoding: Self.page(page.scrape), as: UTF8.self)
        #expect(GoldenFile("Golden/\(page.rawValue).prom").mismatch(with: text) == nil)
    }

    @Test(arguments: Page.allCases)
    func `promtool finds nothing to say of the page`(_ page: Page) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("exposition-\(UUID().uuidString).prom")
        try Data(Self.page(page.scrape)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["promtool", "check", "metrics"]
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "")
        #expect(process.terminationStatus == 0, "promtool is Debian's package prometheus")
    }

    @Test func `the page of a former scrape stays before a new one`() {
        var bytes = Array("before\n".utf8)
        MetricCatalogue.standard.append(.full, to: &bytes)
        #expect(bytes == Array("before\n".utf8) + Self.page(.full))
    }

    @Test func `a page without a base still tells of the exporter`() throws {
        let names = try ParsedPage(Self.page(.withoutBases)).families.map(\.name)
        #expect(names.contains("exchangerate_exporter_build_info"))
        #expect(!names.contains("exchangerate_rate"))
    }

    @Test func `a hostile source leaves the other series intact`() throws {
        let families = try ParsedPage(Self.page(.hostile)).families
        let rates = families.first { $0.name == "exchangerate_rate" }
        #expect(rates?.samples.count == Scrape.hostileTexts.count)
        let info = try #require(
            families.first { $0.name == "exchangerate_observation_info" }?.samples)
        #expect(info.map { $0.labels.map(\.value) } == [["EUR", "li\"ve\\\n", "x\"} 1\nup 0\n"]])
        // Two sources are alike once they are cut, and count as one.
        let ages = families.first { $0.name == "exchangerate_data_age_seconds" }
        #expect(ages?.samples.count == Scrape.hostileTexts.count - 1)
    }

    @Test func `a change of source takes the old info series away`() throws {
        var scrape = Scrape.full
        scrape.snapshot.bases[2].context?.source = "ecb_daily"
        let info = try ParsedPage(Self.page(scrape)).families
            .first { $0.name == "exchangerate_observation_info" }
        let sources = info?.samples.filter { $0.labels.first?.value == "USD" }
            .map { $0.labels[1].value }
        #expect(sources == ["ecb_daily"])
    }
}
