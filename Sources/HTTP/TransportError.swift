/// Why no whole answer came.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// The step at which the request failed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The name of the host, or of a proxy, could not be looked up.
        case dns
        /// No connection came about.
        case connect
        /// The handshake or the certificate failed.
        case tls
        /// The time limit passed.
        case timeout
        /// The answer was cut, reset or garbled on its way.
        case interrupted
        /// The task was cancelled, or the transport shut down.
        case cancelled
        /// Nothing was sent: the URL or a header is malformed.
        case invalidRequest = "invalid_request"
    }

    /// The step at which it failed.
    public var kind: Kind
    /// The status line and headers, where they had come before the failure.
    public var head: HTTPResponse?
    /// What the transport says of it, in one line without the URL, headers or body.
    public var detail: String

    /// Makes an error.
    public init(kind: Kind, head: HTTPResponse? = nil, detail: String) {
        self.kind = kind
        self.head = head
        self.detail = detail
    }

    public var description: String { "\(kind.rawValue): \(detail)" }
}
