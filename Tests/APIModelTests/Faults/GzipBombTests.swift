import Foundation
import TestKit
import Testing

@testable import APIModel

struct GzipBombTests {
    @Test(arguments: [0, 1, 2, 257, 258, 259, 517, 100_000])
    func `gzip itself unfolds the stream to zero bytes`(count: Int) async throws {
        let input = Pipe()
        let process = try ChildProcess("/bin/gzip", ["-dc"], input: input)
        try input.fileHandleForWriting.write(
            contentsOf: Data(GzipBomb.stream(unfoldingTo: count)))
        try input.fileHandleForWriting.close()
        // gzip checks length and checksum.
        #expect(await process.exitStatus() == 0)
        #expect(process.takeStandardOutput() == Data(count: count))
    }

    @Test func `a long stream is a hundred and fifty times shorter than what it unfolds to`() {
        #expect(GzipBomb.stream(unfoldingTo: 64 << 20).count * 150 < 64 << 20)
    }
}
