/// Carries requests to other servers: the port that libcurl and `URLSession` implement.
///
/// Every implementation verifies TLS, follows no redirect, honours the request's time and body
/// limits, and asks for compressed bodies only if it counts the decompressed bytes. A cancelled
/// task ends the request at once.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer.
    ///
    /// Any status is an answer, not an error.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
