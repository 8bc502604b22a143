import Serving
import Testing

@Suite struct ContentCodingTests {
    @Test(
        arguments: [
            (nil, ContentCoding.identity),
            ("", .identity),
            ("gzip", .gzip),
            ("GZip", .gzip),
            ("x-gzip", .gzip),
            ("gzip;q=0", .identity),
            ("gzip;q=0.000", .identity),
            ("gzip; q=0.001", .gzip),
            ("gzip ; Q=1.000", .gzip),
            ("identity", .identity),
            ("br", .identity),
            ("br, gzip", .gzip),
            ("deflate,gzip;q=1.0,*;q=0.5", .gzip),
            ("*", .gzip),
            ("*;q=0", .identity),
            ("*;q=0, gzip", .gzip),
            ("gzip;q=0, *", .identity),
            ("identity;q=0", .identity),
            ("identity;q=1, gzip;q=0.5", .identity),
            ("identity;q=0.5, gzip;q=1", .gzip),
            ("identity, gzip", .gzip),
            ("gzip;q=2", .identity),
            ("gzip;q=", .identity),
            ("gzip;q=0.1234", .identity),
            ("gzipped", .identity),
            (",,;,gzip", .gzip),
            (String(repeating: "\u{fffd};\"", count: 2000), .identity),
        ] as [(String?, ContentCoding)])
    func `gzip is chosen where the client allows it`(_ value: String?, _ coding: ContentCoding) {
        #expect(ContentCoding.preferred(acceptEncoding: value) == coding)
    }
}
