import Foundation
import Testing

@testable import APIModel

struct GzipBombTests {
    @Test(arguments: [0, 1, 2, 257, 258, 259, 517, 100_000])
    func `gzip itself unfolds the stream to zero bytes`(count: Int) throws {
        let stream = GzipBomb.stream(unfoldingTo: count)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-dc"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(stream))
        try input.fileHandleForWriting.close()
        let unfolded = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // gzip checks length and checksum.
        #expect(process.terminationStatus == 0)
        #expect(unfolded == Data(count: count))
    }

    @Test func `a long stream is a hundred and fifty times shorter than what it unfolds to`() {
        #expect(GzipBomb.stream(unfoldingTo: 64 << 20).count * 150 < 64 << 20)
    }
}
