import Alerting
import ConfigTree
import Delivery
import Domain
import ExchangeRate
import Foundation
import Freshness
import Polling
import Testing

@testable import Exporter

/// Holds the catalogue of keys against the readers of the daemon.
struct KeyCatalogueTests {
    /// A key in the map that it stands in.
    struct Place: CustomTestStringConvertible, Sendable {
        var section: KeySection
        var key: KeyDefinition

        var testDescription: String { "\(section.testDescription): \(key.name)" }

        func document(_ value: String) -> String {
            section.document(with: key.name, value, without: key.rival)
        }
    }

    static let sections =
        KeyCatalogue.sections.filter { $0.name != "receivers" } + KeyCatalogue.receiversByType
    static let places = sections.flatMap { section in
        section.keys.map { Place(section: section, key: $0) }
    }

    @Test(arguments: sections)
    func `the readers know the keys of a map and no others`(section: KeySection) throws {
        guard section.name != "freshness" else { return }
        let problem = try #require(
            Settings.problems(in: section.document(with: "zzzzzzzzzzzz", "1")).first)
        let list = try #require(problem.split(separator: "allowed here: ").last)
        let known = list.split(separator: ", ").map(String.init)
        #expect(Set(known) == Set(section.keys.map(\.name)), "\(problem)")
    }

    @Test func `the readers know the sections and no others`() throws {
        let problem = try #require(Settings.problems(in: "zzzzzzzzzzzz: 1\n").first)
        let list = try #require(problem.split(separator: "allowed here: ").last)
        let known = list.split(separator: ", ").map(String.init)
        #expect(Set(known) == Set(KeyCatalogue.sections.map { $0.path[0] }))
    }

    @Test func `the classes with limits of their own are in the catalogue`() throws {
        let keys = try #require(KeyCatalogue.section("freshness")).keys.filter { !$0.isOfUser }
        let classes = FreshnessLimits.standard.classes.keys
        #expect(Set(keys.map(\.name)) == Set(["live", "live_closed", "default"] + classes))
    }

    @Test(arguments: places)
    func `a value of another kind is refused in the words of the catalogue`(place: Place) {
        let (value, words) = place.key.kind.refusal
        let problems = Settings.problems(in: place.document(value))
        let path = place.section.path(of: place.key.name)
        #expect(
            problems.contains { $0.hasPrefix("\(path): ") && $0.contains(words) }, "\(problems)")
    }

    @Test(arguments: places.filter { $0.key.kind.bounds != nil })
    func `a value at its bounds is taken, and one beyond is not`(place: Place) throws {
        let bounds = try #require(place.key.kind.bounds)
        func isRefused(_ value: String) -> Bool {
            Settings.problems(in: place.document(value)).contains {
                $0.hasPrefix("\(place.section.path(of: place.key.name)): ")
                    && $0.contains(bounds.words)
            }
        }
        for value in bounds.within { #expect(!isRefused(value), "\(value)") }
        for value in bounds.beyond { #expect(isRefused(value), "\(value)") }
    }

    @Test(arguments: places)
    func `what the catalogue calls the default changes nothing`(place: Place) throws {
        let (section, key) = (place.section, place.key)
        switch key.standard {
        case .value(let yaml):
            let (without, with) = try (
                Settings(of: section.document()), Settings(of: place.document(yaml))
            )
            #expect(with == without)
        case .words, .none:
            // Without the key nothing is wrong, but where another one must stand in for it.
            guard !section.needed.contains(where: { $0.key == key.name }) else { return }
            _ = try Settings(of: section.document())
        case .required:
            let absent = section.document(with: key.name)
            #expect(
                Settings.problems(in: absent).contains {
                    $0.hasPrefix("\(section.path(of: key.name)): missing")
                })
        }
    }
}
