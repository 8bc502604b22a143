import Foundation
import TestKit
import Testing

@testable import Exporter

struct DescriptorSinkTests {
    private func withPipe(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { _ = close($0) } }
        try body(ends[0], ends[1])
    }

    @Test func `a line arrives whole`() throws {
        try withPipe { reader, writer in
            let line = String(repeating: "é", count: 4999) + "\n"
            DescriptorSink(writer).write(line)
            var buffer = [UInt8](repeating: 0, count: 20_000)
            #expect(read(reader, &buffer, buffer.count) == 9999)
            #expect(String(decoding: buffer[..<9999], as: UTF8.self) == line)
        }
    }

    @Test func `a reader that is gone ends nothing`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        _ = close(ends[0])
        defer { _ = close(ends[1]) }
        DescriptorSink(ends[1]).write("x\n")
        DescriptorSink(-1).write("x\n")
    }

    @Test func `a reader that reads nothing holds nobody up for long`() throws {
        try withPipe { _, writer in
            let sink = DescriptorSink(writer)
            let line = String(repeating: "x", count: 4095) + "\n"
            let start = ContinuousClock.now
            for _ in 0..<20 { sink.write(line) }
            #expect(ContinuousClock.now - start < .seconds(10) * Sanitizer.slowness)
        }
    }
}
