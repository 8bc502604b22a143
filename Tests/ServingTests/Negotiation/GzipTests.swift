import Serving
import TestKit
import Testing

@Suite struct GzipTests {
    @Test(arguments: [1, 6, 9], [0, 1, 20_000, 1_000_000])
    func `packed bytes unpack to the same`(_ level: Int, _ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        let packed = try #require(Gzip.compress(bytes, level: level))
        #expect(packed.prefix(3) == [0x1F, 0x8B, 8])
        #expect(try gunzip(packed, limit: count) == bytes)
    }

    @Test(arguments: [1, 6], [0, 1, 20_000, 100_000])
    func `parts that were packed apart are one member when joined`(
        _ level: Int, _ count: Int
    ) throws {
        let texts = (0..<3).map { part in
            (0..<count * part).map { UInt8(truncatingIfNeeded: $0 &* $0 / (part + 1)) }
        }
        let apart = try texts.map { try #require(Gzip.pack([$0], level: level)) }
        let together = try #require(Gzip.pack(texts, level: level))
        for parts in [apart.flatMap(\.self), together] {
            let unpacked = try gunzip(Gzip.member(parts), limit: 3 * count)
            #expect(unpacked == texts.flatMap(\.self))
        }
    }

    @Test func `a page of metrics gets much smaller`() throws {
        let line = "exchangerate_rate{base=\"USD\",quote=\"EUR\"} 0.9171\n"
        let page = Array(String(repeating: line, count: 400).utf8)
        #expect(try #require(Gzip.compress(page, level: 1)).count * 10 < page.count)
    }
}
