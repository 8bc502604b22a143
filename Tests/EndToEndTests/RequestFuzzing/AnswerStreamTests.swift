import Testing

/// Whether the fuzzer's reader sees what is wrong with answers.
struct AnswerStreamTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
    private static let unchanged = "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"
    private static let interim = "HTTP/1.1 100 Continue\r\n\r\n"

    @Test(arguments: [
        ("", [], true), ("\(ok)ab", [200], true), ("\(ok)ab\(ok)cd", [200, 200], true),
        ("\(interim)\(ok)ab", [200], true), ("\(unchanged)\(ok)ab", [304, 200], true),
        ("\(ok)a", [], false), ("\(ok)ab\(ok)", [200], false), ("\(ok)abHTT", [200], false),
        ("HTTP/1.1 200 OK\r\nContent-Le", [], false), ("\(ok)\(ok)ab", [200, 200], true),
    ])
    func `answers are cut out of what came`(text: String, statuses: [Int], isWhole: Bool) throws {
        let stream = try AnswerStream(Array(text.utf8), methods: nil)
        #expect(stream.answers.map(\.status) == statuses)
        #expect(stream.isWhole == isWhole)
    }

    @Test func `an answer to HEAD has no body, and the last one may be such`() throws {
        let bytes = Array("\(Self.ok)\(Self.ok)ab".utf8)
        #expect(try AnswerStream(bytes, methods: ["HEAD", "GET"]).answers.count == 2)
        #expect(throws: AnswerStream.Malformed.self) {
            try AnswerStream(bytes, methods: ["GET", "GET"])
        }
        let head = Array(Self.ok.utf8)
        #expect(try AnswerStream(head, methods: nil, mayLackBody: true).isWhole)
        #expect(try !AnswerStream(head, methods: nil).isWhole)
        #expect(try !AnswerStream(head, methods: ["GET"]).isWhole)
    }

    @Test(arguments: [
        "x", "\(ok)abx", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/2 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX Y: z\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: \u{1}\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
    ])
    func `what is no answer is told`(text: String) {
        #expect(throws: AnswerStream.Malformed.self) {
            try AnswerStream(Array(text.utf8), methods: nil)
        }
    }

    @Test func `the same seed makes the same inputs, of every kind`() {
        func texts(_ seed: UInt64) -> [String] {
            (0..<400 as Range<UInt64>).map { number in
                var grammar = RequestGrammar(seed: seed &+ number, login: nil)
                return grammar.input().text
            }
        }
        let texts7 = texts(7)
        #expect(texts7 == texts(7) && texts7 != texts(8))
        #expect(Set(texts7).count > 390)
        for word in ["HEAD", "chunked", "Content-Length", "\\x0", "resets", "closesItsSide", "|"] {
            #expect(texts7.contains { $0.contains(word) }, "\(word)")
        }
    }
}
