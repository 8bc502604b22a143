import HTTP
import Testing

struct HTTPHeadersTests {
    @Test func `a field is found whatever the case of its name`() {
        var headers = HTTPHeaders([.init(name: "Retry-After", value: "7")])
        headers.add(name: "retry-AFTER", value: "9")
        #expect(headers["RETRY-after"] == "7")
        #expect(headers.values(of: "Retry-After") == ["7", "9"])
        #expect(headers["Retry"] == nil)
    }

    @Test(arguments: [
        ("Authorization", "Bearer exr_live_1"), ("X-Empty", ""), ("X-Tab", "a\tb"),
        ("X-Latin", "é"), ("!#$%&'*+-.^_`|~09azAZ", "every byte of a token"),
    ])
    func `a well-formed field passes`(name: String, value: String) {
        #expect(HTTPHeaders.Field(name: name, value: value).isWellFormed)
        #expect(HTTPHeaders([.init(name: name, value: value)]).firstMalformedField == nil)
    }

    @Test(arguments: [
        ("Authorization", "Bearer a\r\nHost: b"), ("Authorization", "a\n"), ("Authorization", "\r"),
        ("Authorization", "a\0b"), ("Authorization", "\u{7F}"), ("Authorization", "\u{1B}[2J"),
        ("", "no name"), ("A B", "c"), ("A:", "c"), ("A\r\nB", "c"), ("Ä", "c"), ("A\0", "c"),
        ("(A)", "c"),
    ])
    func `a field that could break out of its line is refused`(name: String, value: String) {
        let good = HTTPHeaders.Field(name: "Accept", value: "*/*")
        let bad = HTTPHeaders.Field(name: name, value: value)
        #expect(!bad.isWellFormed)
        #expect(HTTPHeaders([good, bad, good]).firstMalformedField == 1)
    }

    @Test func `every control character but the tab is refused in a value`() {
        for byte in UInt8(0)...0x1F where byte != 9 {
            let value = String(Unicode.Scalar(byte))
            #expect(!HTTPHeaders.Field(name: "A", value: value).isWellFormed, "byte \(byte)")
        }
    }
}
