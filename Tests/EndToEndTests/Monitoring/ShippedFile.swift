import Foundation
import Testing

/// A file of the package that users install, with what a test has to change in it.
struct ShippedFile {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private(set) var text: String

    /// Reads it.
    init(_ path: String) throws {
        text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The files of a folder whose names end so, by their names.
    static func files(in folder: String, suffix: String) throws -> [String: ShippedFile] {
        let names = try FileManager.default
            .contentsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(suffix) }
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try ShippedFile("\(folder)/\($0)")) })
    }

    /// Puts another text in the place of one that must be there.
    mutating func replace(
        _ old: String, by new: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try #require(text.contains(old), "\(old) is not there", sourceLocation: sourceLocation)
        text = text.replacingOccurrences(of: old, with: new)
    }

    /// The rules of the package, whose alerts fire as soon as their condition has held for a second.
    static func impatientRules() throws -> [String: String] {
        try files(in: "alerts", suffix: ".rules.yml").mapValues { file in
            file.text.replacing(/(?m)^(\s+for:) .+$/) { "\($0.output.1) 1s" }
        }
    }

    /// The names of all alerts of the rules.
    static func alerts() throws -> [String] {
        try files(in: "alerts", suffix: ".rules.yml").values
            .flatMap { $0.text.matches(of: /- alert: (\w+)/).map { String($0.output.1) } }
            .sorted()
    }

    /// The queries in the runbooks, each with the name of its page.
    static func runbookQueries() throws -> [(page: String, query: String)] {
        try files(in: "docs/runbooks", suffix: ".md").sorted { $0.key < $1.key }
            .flatMap { page, file in
                file.text.matches(of: /```promql\n([^`]+)```/)
                    .flatMap { $0.output.1.split(separator: "\n") }
                    .map { (page, $0.trimmingCharacters(in: .whitespaces)) }
                    .filter { !$0.1.isEmpty }
            }
    }
}
