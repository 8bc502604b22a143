import Foundation
import TestKit
import Testing

/// Holds docs/architecture.md against the package's real targets and edges.
struct ArchitectureTests {
    struct Row {
        let layer: Int
        let imports: Set<String>
    }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let documented: [String: Row]
    let forbidden: [(from: String, to: String, reason: String)]
    let real: [String: Set<String>]

    init() async throws {
        let page = try String(
            contentsOf: Self.root.appending(path: "docs/architecture.md"), encoding: .utf8)
        let tables = page.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        documented = Dictionary(
            tables.compactMap { cells in
                guard cells.count == 4, let layer = Int(cells[0]) else { return nil }
                return (
                    Self.names(cells[1]).first ?? "",
                    Row(
                        layer: layer, imports: Set(Self.names(cells[3])))
                )
            }, uniquingKeysWith: { first, _ in first })
        forbidden = tables.compactMap { cells in
            guard cells.count == 3, let from = Self.names(cells[0]).first,
                let to = Self.names(cells[1]).first
            else { return nil }
            return (from, to, cells[2])
        }
        real = try await Self.package()
    }

    @Test func `the table names every target and its imports`() {
        #expect(real.count > 15)
        #expect(Set(documented.keys) == Set(real.keys))
        for (target, imports) in real {
            #expect(documented[target]?.imports == imports, "imports of \(target)")
        }
    }

    @Test func `a target imports from lower layers only`() {
        var edges = 0
        for (target, imports) in real {
            for imported in imports {
                edges += 1
                let (upper, lower) = (
                    documented[target]?.layer ?? -1, documented[imported]?.layer ?? 99
                )
                #expect(lower < upper, "\(target) imports \(imported)")
            }
        }
        #expect(edges > 30)
    }

    @Test func `no forbidden edge exists, also by way of others, and each has its reason`() {
        #expect(forbidden.count > 5)
        for edge in forbidden {
            #expect(real[edge.from] != nil && real[edge.to] != nil, "\(edge.from), \(edge.to)")
            #expect(!reached(from: edge.from).contains(edge.to), "\(edge.reason)")
            #expect(!edge.reason.isEmpty)
        }
    }

    @Test func `sources import no more of Foundation than its essentials`() throws {
        // `URLSession` is in full Foundation, and a program that uses that target has it anyway. That
        // the daemon never does is a forbidden edge.
        let excepted = "/Sources/ExchangeRateURLSession/"
        var checked = 0
        for file in try Self.sources() where !file.path.contains(excepted) {
            checked += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            // One symbol of full Foundation grows the daemon by 44 MB of ICU.
            let imports = text.split(separator: "\n").filter { $0.contains("import Foundation") }
            for line in imports {
                #expect(line.hasSuffix("import FoundationEssentials"), "\(file.lastPathComponent)")
            }
        }
        #expect(checked > 50)
    }

    @Test func `unchecked concurrency stays in the targets that import a C library`() throws {
        // And in the one that derives from a class of Foundation's, which is unchecked itself.
        let adapters = ["Transport", "Storage", "Serving", "ConfigTree", "ExchangeRateURLSession"]
        var checked = 0
        for file in try Self.sources()
        where !adapters.contains(where: { file.path.contains("/Sources/\($0)/") }) {
            checked += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in [
                "@unchecked Sendable", "nonisolated(unsafe)", "Unmanaged<", "OpaquePointer",
            ] {
                #expect(!text.contains(word), "\(word) in \(file.lastPathComponent)")
            }
        }
        #expect(checked > 30)
    }

    /// All that a target is linked with.
    private func reached(from target: String) -> Set<String> {
        (real[target] ?? []).reduce(into: []) { all, imported in
            all.formUnion([imported])
            all.formUnion(reached(from: imported))
        }
    }

    private static func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    private static func sources() throws -> [URL] {
        let sources = root.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        return try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    /// Targets and the targets of the package that they depend on; what is of tests is left out.
    private static func package() async throws -> [String: Set<String>] {
        struct Manifest: Decodable {
            struct Dependency: Decodable { let byName: [String?]? }
            struct Target: Decodable {
                let name: String
                let type: String
                let path: String?
                let dependencies: [Dependency]
            }
            let targets: [Target]
        }
        // A scratch folder of its own: the running test holds the lock of the package's.
        let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
                "dump-package",
            ])
        try #require(await process.exitStatus() == 0, "\(process.standardError)")
        let data = process.takeStandardOutput()
        let manifest = try JSONDecoder().decode(Manifest.self, from: data)
        return Dictionary(
            uniqueKeysWithValues: manifest.targets
                .filter { $0.type != "test" && $0.path?.hasPrefix("Tests/") != true }
                .map { target in
                    (target.name, Set(target.dependencies.compactMap { $0.byName?.first ?? nil }))
                })
    }
}
