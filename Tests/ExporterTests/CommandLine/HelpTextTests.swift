import Foundation
import TestKit
import Testing

@testable import Exporter

struct HelpTextTests {
    private static let names = SubcommandCatalogue.subcommands.map(\.name)

    @Test func `the help is as recorded`() {
        #expect(GoldenFile("../Golden/help.txt").mismatch(with: HelpText.text) == nil)
        #expect(HelpText.text(ofCommand: nil) == HelpText.text)
    }

    @Test(arguments: names)
    func `the help of a command is as recorded`(name: String) {
        let text = HelpText.text(ofCommand: name)
        #expect(GoldenFile("../Golden/help/\(name).txt").mismatch(with: text) == nil)
    }

    @Test(arguments: [nil] + names)
    func `a help fits a terminal`(name: String?) {
        for line in HelpText.text(ofCommand: name).split(separator: "\n") {
            #expect(line.count <= 80)
            #expect(line.last != " ")
        }
    }

    @Test(arguments: SubcommandCatalogue.subcommands.map(\.name))
    func `the help of a command tells all that it takes, and how it ends`(name: String) throws {
        let subcommand = try #require(
            SubcommandCatalogue.subcommands.first { $0.name == name })
        let manual = subcommand.manual
        #expect(!manual.description.isEmpty)
        #expect(!manual.examples.isEmpty)
        #expect(subcommand.exitCodes.map(\.key) == ["0", "1", "2"])
        let placeholders = subcommand.arguments.split { " []".contains($0) }
            .map { String($0.replacing("...", with: "")) }
        #expect(manual.arguments.map(\.key) == placeholders)
        for flag in manual.flags ?? [] {
            #expect(FlagCatalogue.flags.contains { $0.name == flag && $0.isOf(nil) })
        }
    }

    @Test(
        arguments: SubcommandCatalogue.subcommands.flatMap { subcommand in
            subcommand.manual.examples.map { (subcommand.name, $0.value) }
        })
    func `an example is a right command line of its command`(name: String, line: String) throws {
        let words = line.prefix { $0 != "|" }.split(separator: " ").map(String.init)
        let command = try CommandLineParser.parse(words).command
        #expect(
            command == (try CommandLineParser.parse([name] + words.filter { $0 != name }).command))
    }

    @Test func `what is looked at is looked at by commands that there are`() {
        let surroundings = SurroundingsCatalogue.variables + SurroundingsCatalogue.files
        #expect(surroundings.count > 5)
        for surrounding in surroundings {
            #expect(!surrounding.readers.isEmpty)
            #expect(Set(surrounding.readers).isSubset(of: Self.names))
        }
    }

    @Test func `every variable that the sources read is in the help`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Exporter").standardized
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(
                text.matches(of: /environment\["([A-Z_]+)"\]/).map { String($0.output.1) })
        }
        #expect(names.count >= 5)
        let documented = SurroundingsCatalogue.variables.map(\.name).joined(separator: ", ")
        for name in names { #expect(documented.contains(name), "\(name)") }
    }
}
