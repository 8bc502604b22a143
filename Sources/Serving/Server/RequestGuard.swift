/// Refuses requests that microhttpd lets through, and that another parser could read otherwise.
///
/// A refusal is given before the body is read, and it ends the connection, so that nothing that
/// was smuggled behind the head is taken for a request.
enum RequestGuard {
    /// Why a request is refused.
    struct Refusal: Error, Hashable {
        let status: Int
        let reason: String
    }

    /// The most memory of its connection that a request may take.
    ///
    /// The connection has 32 KiB for the request and the head of the answer.
    static let memoryLimit = 12 * 1024

    /// Throws where a request breaks RFC 9112, or a limit.
    static func check(_ head: RequestHead) throws(Refusal) {
        guard head.memory <= memoryLimit else {
            throw Refusal(status: 431, reason: "the request's head is too large")
        }
        try checkLine(head)
        try checkFields(head)
        try checkFraming(head)
    }

    private static func checkLine(_ head: RequestHead) throws(Refusal) {
        guard head.isLineIntact, head.method.utf8.isToken,
            head.target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw Refusal(status: 400, reason: "the request line is malformed") }
        guard head.resource != nil else {
            throw Refusal(status: 400, reason: "the request target has no path")
        }
    }

    private static func checkFields(_ head: RequestHead) throws(Refusal) {
        guard head.headers.fields.allSatisfy({ $0.name.utf8.isToken }) else {
            throw Refusal(status: 400, reason: "a header field has a malformed name")
        }
        // RFC 9112, 3.2
        let hosts = head.headers.values(of: "Host").count
        guard hosts == 1 || (hosts == 0 && head.version == "HTTP/1.0") else {
            throw Refusal(status: 400, reason: "one Host header field is needed")
        }
    }

    /// Throws where the body's length is ambiguous, by RFC 9112, 6.1 and 6.3.
    private static func checkFraming(_ head: RequestHead) throws(Refusal) {
        let lengths = head.headers.values(of: "Content-Length")
        let encodings = head.headers.values(of: "Transfer-Encoding")
        guard lengths.count <= 1 else {
            throw Refusal(status: 400, reason: "more than one Content-Length header field")
        }
        if let length = lengths.first {
            guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }) else {
                throw Refusal(status: 400, reason: "the Content-Length is no number")
            }
        }
        guard !head.headers.fields.contains(where: { isFolded($0.name) }) else {
            throw Refusal(status: 400, reason: "a header field is folded")
        }
        guard !encodings.isEmpty else { return }
        guard encodings.count == 1, lengths.isEmpty, head.version != "HTTP/1.0" else {
            throw Refusal(status: 400, reason: "the length of the body is ambiguous")
        }
        guard encodings[0].utf8.map(\.lowercasedASCII) == Array("chunked".utf8) else {
            throw Refusal(status: 501, reason: "the only Transfer-Encoding known is chunked")
        }
    }

    /// Whether a name is that of a field about the body with something behind it.
    ///
    /// microhttpd appends the second line of a folded field to its name, and loses the field.
    private static func isFolded(_ name: String) -> Bool {
        // Most names are told apart by their first letter.
        guard let first = name.utf8.first?.lowercasedASCII, "ct".utf8.contains(first) else {
            return false
        }
        let name = name.utf8.map(\.lowercasedASCII)
        return ["content-length", "transfer-encoding"].contains { known in
            name.count > known.utf8.count && name.starts(with: known.utf8)
        }
    }
}
