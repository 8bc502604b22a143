/// What follows the head of a response.
public enum ResponseBody: Sendable {
    /// Bytes that are all there.
    case bytes(SharedBytes)
    /// Bytes that are made while they are sent; in chunks where the length is nil.
    ///
    /// `next` is called with the number of bytes that it has given so far, on one thread at a
    /// time. It may block only in a server with a thread per connection, by `Request.pause`.
    case stream(contentLength: Int?, next: @Sendable (_ offset: Int) -> StreamStep)
    /// No response at all: the connection is reset.
    case reset
}

/// What a stream does next.
public enum StreamStep: Sendable {
    /// Sends bytes; none are the same as asking again.
    case bytes([UInt8])
    /// Ends the body; before its announced length it is an abort.
    case end
    /// Closes the connection in mid-body.
    case abort
    /// Resets the connection in mid-body.
    case reset
}
