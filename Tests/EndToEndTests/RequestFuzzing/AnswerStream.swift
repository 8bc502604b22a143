/// The answers in the bytes that came over a connection, read by the letter of RFC 9112.
struct AnswerStream {
    /// An answer, of which the head is looked at.
    struct Answer {
        let status: Int
        let fields: [(name: String, value: String)]

        func values(of name: String) -> [String] {
            fields.filter { $0.name.lowercased() == name }.map(\.value)
        }
    }

    /// What is wrong with the bytes.
    struct Malformed: Error, CustomStringConvertible {
        let reason: String
        let bytes: [UInt8]

        var description: String {
            "\(reason): \(String(decoding: bytes.prefix(2000), as: UTF8.self))"
        }
    }

    /// The answers that are whole.
    private(set) var answers: [Answer] = []
    /// Whether nothing stands behind them.
    let isWhole: Bool

    /// Reads bytes.
    ///
    /// - Parameters:
    ///   - methods: of the requests; nil where a test cannot know.
    ///   - mayLackBody: whether the last answer may be one to HEAD, where the methods are not known.
    init(_ bytes: [UInt8], methods: [String]?, mayLackBody: Bool = false) throws(Malformed) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let headEnd = rest.firstRange(of: Array("\r\n\r\n".utf8)) else {
                try Self.checkBeginning(of: rest)
                isWhole = false
                return
            }
            let answer = try Self.answer(rest[..<headEnd.lowerBound])
            let behind = rest[headEnd.upperBound...]
            // Asks for the body, and is no answer yet. RFC 9110, 15.2.1
            guard answer.status != 100 else {
                guard answer.fields.isEmpty else {
                    throw Malformed(reason: "an interim answer with fields", bytes: Array(rest))
                }
                rest = behind
                continue
            }
            let length = try Self.length(of: answer, in: rest)
            let isForHead: Bool
            // Without knowledge of the methods, a head behind a head is also what microhttpd sends
            // where it refuses a `Content-Length` by itself: its head twice, and then the body.
            if let methods {
                isForHead = answers.count < methods.count && methods[answers.count] == "HEAD"
            } else {
                isForHead =
                    (mayLackBody && behind.isEmpty) || behind.starts(with: "HTTP/1.".utf8)
            }
            let isBodiless = answer.status == 304 || isForHead
            guard isBodiless || behind.count >= length else {
                isWhole = false
                return
            }
            answers.append(answer)
            rest = isBodiless ? behind : behind.dropFirst(length)
        }
        isWhole = true
    }

    private static func checkBeginning(of bytes: ArraySlice<UInt8>) throws(Malformed) {
        guard bytes.starts(with: "HTTP/1.".utf8.prefix(bytes.count)) else {
            throw Malformed(reason: "no answer begins so", bytes: Array(bytes))
        }
    }

    private static func answer(_ head: ArraySlice<UInt8>) throws(Malformed) -> Answer {
        let lines = String(decoding: head, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        guard let match = lines[0].wholeMatch(of: /HTTP\/1\.[01] ([1-5][0-9][0-9]) [ -~]*/),
            let status = Int(match.output.1)
        else { throw Malformed(reason: "no status line", bytes: Array(head)) }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let match = line.wholeMatch(of: /([A-Za-z0-9-]+): ?([ -~]*)/) else {
                throw Malformed(reason: "no header field", bytes: Array(head))
            }
            fields.append((String(match.output.1), String(match.output.2)))
        }
        return Answer(status: status, fields: fields)
    }

    private static func length(
        of answer: Answer, in bytes: ArraySlice<UInt8>
    ) throws(Malformed) -> Int {
        let lengths = answer.values(of: "content-length")
        guard lengths.count == 1, let length = Int(lengths[0]), length >= 0,
            answer.values(of: "transfer-encoding").isEmpty
        else { throw Malformed(reason: "not one length", bytes: Array(bytes)) }
        return length
    }
}
