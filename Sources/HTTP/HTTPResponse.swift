/// A server's answer.
public struct HTTPResponse: Sendable {
    /// Three digits; a redirect comes as it is, since no transport follows one.
    public var status: Int
    public var headers: HTTPHeaders
    /// The body, decompressed; at most the request's `bodyLimit` bytes of it.
    public var body: [UInt8]
    /// Whether the body is longer than the request's `bodyLimit`; the rest was not read.
    public var isBodyTruncated: Bool

    /// Makes a response.
    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
        isBodyTruncated: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isBodyTruncated = isBodyTruncated
    }
}
