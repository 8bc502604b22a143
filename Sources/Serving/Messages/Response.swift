/// What a handler answers.
public struct Response: Sendable {
    public var status: Int
    /// All fields but `Date`, `Connection`, `Content-Length` and `Transfer-Encoding`, which the
    /// server adds.
    public var headers: HeaderFields
    /// The body; of one that comes with status 304 only the length is sent.
    ///
    /// It is then the body of the 200 that it stands for, since RFC 9110, 8.6, allows no other
    /// length.
    public var body: ResponseBody

    /// Makes a response.
    public init(status: Int = 200, headers: HeaderFields = [:], body: ResponseBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response whose bytes are all there.
    public init(
        status: Int = 200, contentType: String, headers: HeaderFields = [:], bytes: SharedBytes
    ) {
        self.init(status: status, headers: headers, body: .bytes(bytes))
        self.headers.append("Content-Type", contentType)
    }

    /// A response of one line of text.
    public static func text(
        _ status: Int, _ line: String, headers: HeaderFields = [:]
    ) -> Response {
        Response(
            status: status, contentType: "text/plain; charset=utf-8", headers: headers,
            bytes: SharedBytes(line + "\n"))
    }

    /// The connection is reset without an answer.
    public static let reset = Response(body: .reset)
}
