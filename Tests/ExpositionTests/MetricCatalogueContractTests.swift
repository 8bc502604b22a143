import Domain
import ExchangeRate
import TestKit
import Testing

@testable import Exposition

/// What every metric keeps to; a new one is taken in by being in the catalogue.
@Suite struct MetricCatalogueContractTests {
    static let families = MetricCatalogue.standard.families
    static let scrapes: [Scrape] = [.withoutBases, .atStart, .full, .hostile]

    static func page(of family: MetricFamily, _ scrape: Scrape) -> [UInt8] {
        MetricCatalogue(families: [family]).page(scrape)
    }

    /// The names of a family's samples.
    static func sampleNames(of family: MetricFamily) -> Set<String> {
        switch family.kind {
        case .gauge, .counter, .info: [family.name]
        case .histogram:
            ["_bucket", "_sum", "_count"].reduce(into: []) { $0.insert(family.name + $1) }
        }
    }

    @Test func `names are unique`() {
        #expect(!Self.families.isEmpty)
        #expect(Set(Self.families.map(\.name)).count == Self.families.count)
    }

    @Test(arguments: families)
    func `names follow the conventions`(_ family: MetricFamily) throws {
        #expect(family.name.hasPrefix("exchangerate_") || family.name.hasPrefix("process_"))
        #expect(family.name.wholeMatch(of: #/[a-z]+(_[a-z]+)*/#) != nil)
        #expect(family.name.hasSuffix("_total") == (family.kind == .counter))
        #expect(family.name.hasSuffix("_info") == (family.kind == .info))
        let stem = family.kind == .counter ? String(family.name.dropLast(6)) : family.name
        for unit in [MetricFamily.Unit.seconds, .bytes] {
            #expect(stem.hasSuffix("_\(unit.rawValue)") == (family.unit == unit))
        }
        for reserved in ["_bucket", "_count", "_sum"] { #expect(!family.name.hasSuffix(reserved)) }
        #expect(Set(family.labels).count == family.labels.count)
        for label in family.labels {
            #expect(label.wholeMatch(of: #/[a-z]+(_[a-z]+)*/#) != nil)
            #expect(label != "le" && label != "quantile" && label != "job" && label != "instance")
        }
    }

    @Test(arguments: families)
    func `help is one sentence that needs no escaping`(_ family: MetricFamily) {
        #expect(family.help.count > 10)
        #expect(family.help.hasSuffix("."))
        // OpenMetrics wants quotes escaped too, the text format forbids that.
        #expect(!family.help.contains { $0 == "\\" || $0 == "\"" || $0.isNewline })
    }

    @Test(arguments: families, ExpositionSyntax.allCases)
    func `samples bear the family's name and labels, and no series comes twice`(
        _ family: MetricFamily, _ syntax: ExpositionSyntax
    ) throws {
        for scrape in Self.scrapes {
            guard let parsed = try family.parsed(scrape, as: syntax) else { continue }
            #expect(parsed.help == family.help)
            switch syntax {
            case .prometheusText:
                #expect(parsed.name == family.name)
                #expect(parsed.type == family.kind.nameInPrometheusText)
                #expect(parsed.unit == nil)
            case .openMetrics:
                #expect(parsed.name == family.kind.stem(of: family.name))
                #expect(parsed.type == family.kind.rawValue)
                #expect(parsed.unit == family.unit?.rawValue)
            }
            for sample in parsed.samples {
                #expect(Self.sampleNames(of: family).contains(sample.name))
                let isBucket = family.kind == .histogram && sample.name.hasSuffix("_bucket")
                #expect(sample.labels.map(\.name) == family.labels + (isBucket ? ["le"] : []))
                for label in sample.labels { #expect(label.value.unicodeScalars.count <= 64) }
            }
        }
    }

    @Test(arguments: families)
    func `a family has samples somewhere, and the same ones each time`(_ family: MetricFamily) {
        #expect(!Self.page(of: family, .full).isEmpty)
        for scrape in Self.scrapes {
            var shuffled = scrape
            shuffled.httpRequests.reverse()
            #expect(Self.page(of: family, scrape) == Self.page(of: family, shuffled))
        }
    }

    /// What counters are there for, by the name of the label that tells it.
    static let subjects = ["base": ["GBP", "USD"], "receiver": ["oncall", "team-fx"]]

    @Test(
        arguments: families.filter { family in
            (family.kind == .counter || family.kind == .histogram)
                && subjects[family.labels.first ?? ""] != nil
        })
    func `counters of a base and of a receiver are there at zero from the start`(
        _ family: MetricFamily
    ) throws {
        let samples = try #require(try family.parsed(.atStart)).samples
        let subjects = try #require(family.labels.first.flatMap { Self.subjects[$0] })
        for subject in subjects {
            let counts = samples.filter { $0.labels.first?.value == subject }
            #expect(!counts.isEmpty)
            #expect(counts.allSatisfy { $0.value == "0" })
        }
        // The label sets of a subject do not grow later.
        let later = try #require(try family.parsed(.full))
        for subject in ["USD", "oncall"] {
            #expect(
                later.samples.filter { $0.labels.first?.value == subject }.map(\.series)
                    == samples.filter { $0.labels.first?.value == subject }.map(\.series))
        }
    }

    @Test func `every reason of a failure and of a rejection is there from the start`() throws {
        func reasons(_ family: MetricFamily, of subject: String = "USD") throws -> [String] {
            try #require(try family.parsed(.atStart)).samples
                .filter { $0.labels.first?.value == subject }.compactMap { $0.labels.last?.value }
        }
        #expect(try reasons(.pollErrors) == FailureReason.allCases.map(\.rawValue))
        #expect(try reasons(.ratesRejected) == RateRejection.allCases.map(\.rawValue))
        #expect(
            try reasons(.notificationsFailed, of: "oncall")
                == DeliveryFailure.allCases.map(\.rawValue))
        let operations = try MetricFamily.storageErrors.parsed(.atStart)
        #expect(
            operations?.samples.compactMap { $0.labels.first?.value }
                == StorageError.Operation.allCases.map(\.rawValue))
    }
}

extension MetricFamily: CustomTestStringConvertible {
    public var testDescription: String { name }
}
