import APIModel
import Testing

struct RequestTargetTests {
    @Test(arguments: [
        ("/v1/latest/USD?symbols=EUR,GBP", ["v1", "latest", "USD"], ["symbols=EUR,GBP"]),
        ("/v1/latest?base=USD&symbols=INR", ["v1", "latest"], ["base=USD", "symbols=INR"]),
        ("/v1/latest/USD?symbols=EUR%2CGBP", ["v1", "latest", "USD"], ["symbols=EUR,GBP"]),
        ("/", [], []), ("/a?", ["a"], []), ("/a?b", ["a"], ["b="]), ("/a?b=c=d", ["a"], ["b=c=d"]),
        ("/%41/b", ["A", "b"], []), ("/a?&&x=1&", ["a"], ["x=1"]), ("/a?x=1?2", ["a"], ["x=1?2"]),
    ])
    func `a target is taken apart`(target: String, path: [String], query: [String]) throws {
        let target = try #require(RequestTarget(target))
        #expect(target.path == path)
        #expect(target.query.map { "\($0.name)=\($0.value)" } == query)
    }

    @Test(arguments: ["", "v1", "?a=b", "/%", "/%4", "/%zz", "/a?b=%", "/%ff", "http://host/"])
    func `what is no target is refused`(target: String) {
        #expect(RequestTarget(target) == nil)
    }

    @Test(arguments: [
        (String?.none, Credential.absent), ("Bearer exr_live_1", .key("exr_live_1")),
        ("bearer k", .key("k")), ("Bearer  k", .key("k")), ("Bearer", .unusable),
        ("Bearer ", .unusable), ("", .unusable), ("Basic dXNlcjpwYXNz", .unusable),
        ("Bearer a b", .unusable), ("exr_live_1", .unusable),
    ])
    func `a header brings a key, nothing, or something unusable`(
        header: String?, credential: Credential
    ) {
        #expect(Credential(authorization: header) == credential)
    }

    @Test func `JSON texts are escaped`() {
        #expect(JSONText.quoted("a\"b\\c\n\u{1}é") == #""a\"b\\c\u000a\u0001é""#)
    }
}
