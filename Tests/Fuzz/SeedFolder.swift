import Foundation
import FuzzReaders

/// The folder that seeds and dictionaries are written to.
struct SeedFolder {
    private let folder: URL

    init(_ folder: URL) {
        self.folder = folder
    }

    /// Writes the seeds of a reader, each by its number, and its words.
    func write(_ reader: any FuzzReader.Type) throws {
        let seeds = folder.appending(path: reader.name)
        try? FileManager.default.removeItem(at: seeds)
        try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
        for (index, seed) in try reader.seeds().enumerated() {
            try Data(seed).write(to: seeds.appending(path: "\(index)"))
        }
        let words = reader.words.map { "\"\(Self.escaped($0))\"\n" }.joined()
        try Data(words.utf8).write(to: folder.appending(path: "\(reader.name).dict"))
    }

    /// The word as a dictionary has it (https://llvm.org/docs/LibFuzzer.html#dictionaries).
    private static func escaped(_ word: String) -> String {
        word.utf8.map { byte in
            let isPlain = 0x20...0x7E ~= byte && !"\"\\".utf8.contains(byte)
            if isPlain { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
