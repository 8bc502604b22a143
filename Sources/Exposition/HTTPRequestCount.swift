/// How many requests a handler has answered with one status.
public struct HTTPRequestCount: Sendable, Hashable {
    /// A name from the server's fixed list of handlers, never a path that a client sent.
    public var handler: String
    /// The HTTP status.
    public var code: Int
    public var count: UInt64

    /// Makes a count.
    public init(handler: String, code: Int, count: UInt64) {
        self.handler = handler
        self.code = code
        self.count = count
    }
}
