import Foundation
import Testing

/// Holds docs/reliability.md against the promises of the README and the tests that there are.
struct ReliabilityPageTests {
    private let readme: String
    private let page: String

    init() throws {
        (readme, page) = (try Self.text("README.md"), try Self.text("docs/reliability.md"))
    }

    @Test func `every promise of the README has its row`() throws {
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
            row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
        }
        let promises = try promises()
        #expect(promises.count >= 12)
        for promise in promises { #expect(rows.contains(promise), "\(promise)") }
    }

    @Test func `nothing is left to be filled in`() {
        #expect(Self.placeholders(in: page) == [])
    }

    @Test(arguments: [
        ("| a fault | TODO |", ["TODO"]), ("* TBD", ["TBD"]), ("| a | | b |", [""]),
        ("SOAK_TABLE", ["SOAK_TABLE"]), ("| a | ? |", ["?"]), ("| a TODO b |", ["TODO"]),
        ("FIXME: how often", ["FIXME"]),
        ("| a | – | 429 |\n| --- | --- | --- |\n* TLS is one.", []),
    ])
    func `a placeholder is found`(text: String, placeholders: [String]) {
        #expect(Self.placeholders(in: text) == placeholders)
    }

    @Test func `what was seen of a fault is told of each`() throws {
        let tables = page.split(separator: "\n\n").filter { $0.hasPrefix("| what goes wrong |") }
        let names = tables.map { table in
            table.split(separator: "\n").dropFirst(2).map { $0.split(separator: "|")[0] }
        }
        try #require(names.count == 2)
        #expect(names[0] == names[1])
        #expect(names[0].count > 20)
    }

    @Test func `every suite that is named exists`() throws {
        let suites = Set(page.matches(of: /`([A-Z][A-Za-z]+Tests)`/).map { String($0.1) })
        let files = try Self.testFiles()
        #expect(suites.count > 20)
        for suite in suites { #expect(files["\(suite).swift"] != nil, "\(suite)") }
    }

    @Test func `every regression test that is named exists`() throws {
        let section = try #require(
            page.split(separator: "\n## ").last { $0.hasPrefix("Faults found") })
        let names = section.matches(of: /`([^`]+)` in `([A-Za-z]+)`/)
        #expect(!names.isEmpty)
        let files = try Self.testFiles()
        for name in names {
            let file = try #require(files["\(name.2).swift"], "\(name.2)")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.contains("`\(name.1)`"), "\(name.1) in \(name.2)")
        }
    }

    @Test func `every variable that is named is read somewhere`() throws {
        let names = Set(page.matches(of: /`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/).map { String($0.1) })
        let tests = try Self.testFiles().values.map {
            Self.code(in: try String(contentsOf: $0, encoding: .utf8))
        }
        let makefile = Self.code(in: try Self.text("Makefile"), comment: "#")
        #expect(names.count >= 6)
        for name in names {
            let isRead =
                tests.contains { $0.contains("\"\(name)\"") }
                || makefile.contains("$(\(name))") || makefile.contains("${\(name):-")
            #expect(isRead, "\(name)")
        }
    }

    /// The texts that stand where something is to be written yet: words in capitals that are all
    /// there is of an item, a line or a cell, cells without a word, and words that say so anywhere.
    private static func placeholders(in page: String) -> [String] {
        page.split(separator: "\n").flatMap { line in
            let isRow = line.hasPrefix("|")
            let parts =
                isRow ? line.split(separator: "|", omittingEmptySubsequences: false) : [line]
            return parts.dropFirst(isRow ? 1 : 0).dropLast(isRow ? 1 : 0).compactMap { part in
                let text = part.trimmingCharacters(in: ["*", " "])
                if text.wholeMatch(of: /[A-Z_]{3,}|\?+/) != nil || isRow && text.isEmpty {
                    return text
                }
                return text.firstMatch(of: /\b(TODO|TBD|FIXME|XXX)\b/).map { String($0.1) }
            }
        }
    }

    /// The lines of a source that are no comment.
    private static func code(in source: String, comment: String = "//") -> String {
        source.split(separator: "\n").filter {
            !$0.trimmingCharacters(in: .whitespaces).hasPrefix(comment)
        }.joined(separator: "\n")
    }

    /// The first sentence of each item of the README's two lists of promises.
    private func promises() throws -> [String] {
        let head = try #require(readme.split(separator: "\n## ").first)
        let list = try #require(
            readme.split(separator: "\n## ").first { $0.hasPrefix("What it promises") })
        let bold = head.matches(of: /\n\* \*\*(.+?)\*\*/).map { String($0.1) }
        let items = String(list).split(separator: "\n* ").dropFirst().map { item in
            let words = item.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let end = words.ranges(of: /[.;:] |\.$/).first { range in
                words[..<range.lowerBound] != "**The promise**"
            }
            return String(words[..<(end?.lowerBound ?? words.endIndex)])
        }
        return bold.map { $0.trimmingCharacters(in: ["."]) } + items
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: ArchitectureTests.root.appending(path: path), encoding: .utf8)
    }

    /// The files of all tests by their names.
    private static func testFiles() throws -> [String: URL] {
        let folder = ArchitectureTests.root.appending(path: "Tests")
        let files = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return Dictionary(
            files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
                .map { ($0.lastPathComponent, $0) }
        ) { first, _ in first }
    }
}
