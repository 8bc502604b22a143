import Serving
import Testing

@Suite struct QueryItemTests {
    @Test(
        arguments: [
            ("", []),
            ("a=1", ["a:1"]),
            ("a=1&b=2&a=3", ["a:1", "b:2", "a:3"]),
            ("symbols=EUR%2cGBP", ["symbols:EUR,GBP"]),
            ("a+b=c+d", ["a b:c d"]),
            ("a", ["a:"]),
            ("a=", ["a:"]),
            ("=1", [":1"]),
            ("a=b=c", ["a:b=c"]),
            ("&&a=1&", ["a:1"]),
            ("a=%", ["a:%"]),
            ("a=%4", ["a:%4"]),
            ("a=%4g", ["a:%4g"]),
            ("a=%41", ["a:A"]),
            ("a=%E2%82%AC", ["a:€"]),
            ("a=%ff", ["a:\u{fffd}"]),
            ("a=%00", ["a:\u{0}"]),
        ] as [(String, [String])])
    func `a query is read as forms write it`(_ query: String, _ items: [String]) {
        #expect(QueryItem.items(in: query).map { "\($0.name):\($0.value)" } == items)
    }
}
