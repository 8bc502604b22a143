/// How long a connection may take over what it does.
public struct Deadlines: Sendable, Hashable {
    /// From the first byte of a request, or from the connection, to the request's last byte.
    public var request: Duration
    /// From the start of the answer until the client has taken its last byte.
    public var response: Duration
    /// From an answer to the first byte of the next request.
    public var idle: Duration

    /// The deadlines of the exporter; idle connections outlast Prometheus' 5 minutes.
    public init(
        request: Duration = .seconds(30), response: Duration = .seconds(60),
        idle: Duration = .seconds(360)
    ) {
        self.request = request
        self.response = response
        self.idle = idle
    }

    /// How often connections are looked at: a deadline is met this much late at most.
    ///
    /// The first byte of a later request is seen in no other way, and seeing it costs a call of
    /// the kernel per connection.
    var sweepInterval: Duration {
        max(.milliseconds(10), min(.seconds(2), min(request, response, idle) / 15))
    }
}
