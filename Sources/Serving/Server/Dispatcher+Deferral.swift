import CMicroHTTPD

// A handler that needs time gives its answer later, so that no thread of the server waits for it.
extension Dispatcher {
    /// Leads a request to a handler that answers later.
    func awaitAnswer(
        _ handler: (Request, @escaping @Sendable (Response) -> Void) -> Void,
        of request: Request, label: String, context: RequestContext,
        on connection: OpaquePointer
    ) -> MHD_Result {
        // It is as good as being answered: the client has sent all, and no deadline of it runs.
        _ = table.answerBegins(connectionID(of: connection))
        guard !mayBlock else {
            return answer(
                response(of: handler, to: request), label: label, context: context,
                on: connection)
        }
        let suspended = SuspendedConnection(connection: connection)
        let deferred = DeferredAnswer { suspended.resume() }
        context.stage = .awaiting(deferred, label: label)
        // Before the handler is called: it may answer before that returns.
        MHD_suspend_connection(connection)
        deferredAnswers.add(deferred)
        handler(request) { deferred.give($0) }
        return .YES
    }

    /// Answers a request whose answer has been given.
    func settle(
        _ deferred: DeferredAnswer, label: String, context: RequestContext,
        on connection: OpaquePointer
    ) -> MHD_Result {
        deferredAnswers.remove(deferred)
        // It is resumed by nothing but an answer.
        guard let response = deferred.response else { return .NO }
        return answer(response, label: label, context: context, on: connection)
    }

    /// Waits: microhttpd does not take up again what it suspends in a thread of its own.
    private func response(
        of handler: (Request, @escaping @Sendable (Response) -> Void) -> Void, to request: Request
    ) -> Response {
        guard let end = Wakeup() else { return .text(503, "no descriptors are left; try again") }
        let deferred = DeferredAnswer { end.set() }
        deferredAnswers.add(deferred)
        defer { deferredAnswers.remove(deferred) }
        handler(request) { deferred.give($0) }
        end.wait(upTo: nil)
        return deferred.response ?? .text(500, "the answer could not be made")
    }
}

/// A connection that microhttpd leaves alone until it is resumed.
struct SuspendedConnection: @unchecked Sendable {
    // Unchecked, and right: a connection stays until it is resumed, which any thread may do, and
    // which `VerificationQueue` and `DeferredAnswer` do once.
    let connection: OpaquePointer

    /// Lets microhttpd go on with it; once.
    func resume() { MHD_resume_connection(connection) }
}
