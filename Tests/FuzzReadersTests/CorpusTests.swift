import Foundation
import FuzzReaders
import TestKit
import Testing

/// What a fuzzer has found once is tried ever after, without the fuzzer.
struct CorpusTests {
    struct Input: Sendable, CustomTestStringConvertible {
        let reader: String
        let name: String
        let bytes: [UInt8]

        var testDescription: String { "\(reader)/\(name)" }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz/Corpus")

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    }

    static let corpus: [Input] = names(in: folder).flatMap { reader in
        let folder = folder.appending(path: reader)
        return names(in: folder).compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map {
                Input(reader: reader, name: name, bytes: Array($0))
            }
        }
    }

    @Test func `each reader has a folder of inputs, and a name of its own`() {
        let readers = FuzzCatalogue.readers.map { $0.name }
        #expect(Set(readers).count == readers.count)
        #expect(Self.names(in: Self.folder) == readers.sorted())
        #expect(Set(Self.corpus.map(\.reader)) == Set(readers))
    }

    @Test(arguments: corpus)
    func `a reader keeps its promises for an input of the corpus`(_ input: Input) async throws {
        let reader = try #require(FuzzCatalogue.reader(named: input.reader))
        try await reader.read(input.bytes)
    }

    @Test(.leisurely, arguments: FuzzCatalogue.readers.map { $0.name })
    func `a reader keeps its promises for every seed`(name: String) async throws {
        let reader = try #require(FuzzCatalogue.reader(named: name))
        for (index, seed) in try reader.seeds().enumerated() {
            do throws(BrokenPromise) {
                try await reader.read(seed)
            } catch {
                Issue.record("seed \(index) of \(name): \(error)")
            }
        }
    }

    @Test func `the page on testing names each reader`() throws {
        let page = try String(
            contentsOf: Self.folder.appending(path: "../../../docs/testing.md"),
            encoding: .utf8)
        for reader in FuzzCatalogue.readers {
            #expect(page.contains("| `\(reader.name)` |"), "\(reader.name)")
        }
    }
}
