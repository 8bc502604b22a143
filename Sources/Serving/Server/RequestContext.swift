/// What is known of one request while microhttpd reads it, on the thread of its connection.
final class RequestContext {
    /// What the next call of the handler is about.
    enum Stage {
        /// The head has come.
        case head
        /// The head has come, and its password is being checked.
        case verifying(RequestHead, Verification)
        /// The body comes, and then the answer is due.
        case body(Pending)
        /// The handler answers later.
        case awaiting(DeferredAnswer, label: String)
        /// The answer is given.
        case answered
    }

    /// A request whose body is not whole yet.
    struct Pending {
        let route: Route
        let method: Method
        let head: RequestHead
        var body: [UInt8] = []
        var isBodyTooLarge = false
    }

    /// The target as it stands in the request line.
    let target: String
    /// Where microhttpd keeps the target, to see whether a NUL or a space cuts the line.
    let targetAddress: UInt
    let targetLength: Int
    var stage = Stage.head

    init(target: String, address: UInt, length: Int) {
        self.target = target
        targetAddress = address
        targetLength = length
    }
}

extension RequestContext.Pending {
    /// Takes a part of the body; drops all of it once it is longer than the route allows.
    ///
    /// The rest is still read, since microhttpd takes no answer in mid-body.
    mutating func append(_ part: UnsafeRawBufferPointer) {
        guard !isBodyTooLarge, body.count + part.count <= route.bodyLimit else {
            isBodyTooLarge = true
            body = []
            return
        }
        body.append(contentsOf: part)
    }
}
