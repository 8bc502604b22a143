/// A request whose head and body have come whole.
public struct Request: Sendable {
    public let method: Method
    /// The path as it was sent, without the query; nothing in it is decoded.
    public let path: String
    /// The query as it was sent, without the `?`; nil where there is none.
    public let query: String?
    public let headers: HeaderFields
    /// The body; empty unless the route's `bodyLimit` allows one.
    public let body: [UInt8]
    private let lifetime: RequestLifetime?

    /// Makes a request that no connection stands behind, as for the test of a handler.
    public init(
        method: Method = .get, path: String, query: String? = nil, headers: HeaderFields = [:],
        body: [UInt8] = []
    ) {
        self.init(
            method: method, path: path, query: query, headers: headers, body: body, lifetime: nil)
    }

    init(
        method: Method, path: String, query: String?, headers: HeaderFields, body: [UInt8],
        lifetime: RequestLifetime?
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.lifetime = lifetime
    }

    /// The items of the query in their order.
    public var queryItems: [QueryItem] {
        query.map { QueryItem.items(in: $0) } ?? []
    }

    /// Holds up the calling thread, until the time has passed or nobody waits any more.
    ///
    /// For servers with a thread per connection, and for use before the handler, or the stream
    /// that it returned, is done; anywhere else it would hold up other requests. Without a
    /// connection it returns at once.
    public func pause(for duration: Duration) -> PauseEnd {
        lifetime?.pause(for: duration) ?? .elapsed
    }
}

/// Why a pause ended.
public enum PauseEnd: Sendable, Hashable {
    /// The time has passed.
    case elapsed
    /// The server stops: the handler should return soon.
    case serverStops
    /// The client has closed its side.
    case clientLeft
}
