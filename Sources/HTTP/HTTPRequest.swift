/// A request to another server, as a value that a transport carries out.
public struct HTTPRequest: Sendable {
    /// What the request asks of the server.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// By which way a request gets to its server.
    public enum Route: Sendable, Hashable {
        /// By the host of the URL, through the proxy that the environment names for it.
        case standard
        /// By the host of the URL, past all proxies.
        case direct
        /// By the Unix socket at this path, whatever the host of the URL.
        case unixSocket(path: String)
    }

    public var method: Method
    /// An absolute URL, `http` or `https`.
    public var url: String
    public var headers: HTTPHeaders
    /// The body of a `POST`; a `GET` sends none.
    public var body: [UInt8]
    /// The longest that the whole request may take, name look-up and body included.
    public var timeout: Duration
    /// The most bytes of the body that are read, counted after decompression.
    public var bodyLimit: Int
    /// Whether the request must leave at most once, since each is counted.
    ///
    /// On a connection that was kept, a client sends a request again by itself where the server
    /// closed the connection meanwhile (RFC 9112, 9.3.1); such a request gets one of its own. There
    /// it meets no answer that was one too many for a request before it, either.
    public var leavesOnce: Bool
    /// A PEM file of certificate authorities to trust instead of the system's store.
    public var certificateAuthorityFile: String?
    /// The way to the server.
    public var route: Route

    /// Makes a request.
    public init(
        method: Method = .get, url: String, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [], timeout: Duration, bodyLimit: Int,
        leavesOnce: Bool = false, certificateAuthorityFile: String? = nil,
        route: Route = .standard
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.leavesOnce = leavesOnce
        self.certificateAuthorityFile = certificateAuthorityFile
        self.route = route
    }
}
