import CGnuTLS
import CMicroHTTPD
import Synchronization

/// Leads requests to their handlers, and answers back to microhttpd.
final class Dispatcher: Sendable {
    let router: Router
    let counter: RequestCounter
    let table: ConnectionTable
    /// Is set when the server stops.
    let stop: Wakeup
    /// Whether each connection has a thread, which may wait for a password to be checked.
    let mayBlock: Bool
    let verifications = VerificationQueue()
    let deferredAnswers = DeferredAnswers()
    private let currentAccess: Mutex<AccessPolicy>

    init(
        router: Router, counter: RequestCounter, table: ConnectionTable, stop: Wakeup,
        access: AccessPolicy, mayBlock: Bool
    ) {
        self.router = router
        self.counter = counter
        self.table = table
        self.stop = stop
        self.mayBlock = mayBlock
        currentAccess = Mutex(access)
    }

    /// Who is let in.
    var access: AccessPolicy { currentAccess.withLock { $0 } }

    /// Changes who is let in.
    func change(to policy: AccessPolicy) {
        currentAccess.withLock { $0 = policy }
    }

    /// Makes a new connection's session, which its handshake has not used yet, go by the credentials.
    func connectionBegan(_ id: ConnectionTable.ID, session: UnsafeMutableRawPointer?) {
        guard let session, let credentials = access.tls, table.keep(credentials, for: id) else {
            return
        }
        credentials.apply(to: gnutls_session_t(session))
    }

    /// Judges a request by its head: refuses it at once, or lets its body come.
    func receiveHead(
        _ head: RequestHead, context: RequestContext, on connection: OpaquePointer
    ) -> MHD_Result {
        do throws(RequestGuard.Refusal) {
            try RequestGuard.check(head)
        } catch {
            return answer(
                .text(error.status, error.reason), label: RequestCounter.unmatched,
                context: context, on: connection)
        }
        guard let refusal = refusal(of: head, context: context, on: connection) else {
            return receiveAdmitted(head, context: context, on: connection)
        }
        return refusal
    }

    /// Leads a request to its route, once nothing speaks against who sent it.
    func receiveAdmitted(
        _ head: RequestHead, context: RequestContext, on connection: OpaquePointer
    ) -> MHD_Result {
        // The answers from here to the route end the connection as well: they come before a body.
        let path = head.resource?.path ?? ""
        switch router.match(path: path, method: head.method) {
        case .notFound:
            return answer(
                .text(404, "not found"), label: RequestCounter.unmatched, context: context,
                on: connection)
        case .methodNotAllowed(let route):
            let allowed = route.methods.map(\.rawValue).joined(separator: ", ")
            return answer(
                .text(405, "method not allowed; use \(allowed)", headers: ["Allow": allowed]),
                label: route.label, context: context, on: connection)
        case .route(let route, let method):
            guard head.framing.mayFit(route.bodyLimit) else {
                return answer(
                    Self.bodyTooLarge(for: route), label: route.label, context: context,
                    on: connection)
            }
            // Without a body the answer is due at once.
            if head.framing != .none { table.requestBegan(connectionID(of: connection)) }
            context.stage = .body(.init(route: route, method: method, head: head))
            return .YES
        }
    }

    /// Answers a request that has come whole.
    func respond(
        to pending: RequestContext.Pending, context: RequestContext, on connection: OpaquePointer
    ) -> MHD_Result {
        let route = pending.route
        guard !pending.isBodyTooLarge else {
            return answer(
                Self.bodyTooLarge(for: route), label: route.label, context: context,
                on: connection, closes: true)
        }
        let lifetime = RequestLifetime(socket: exchangerate_mhd_socket(connection), stop: stop)
        let resource = pending.head.resource
        let request = Request(
            method: pending.method, path: resource?.path ?? "", query: resource?.query,
            headers: pending.head.headers, body: pending.body, lifetime: lifetime)
        switch route.handler {
        case .immediate(let handler):
            return answer(
                label: route.label, context: context, on: connection, wantsPlace: route.isLimited
            ) { handler(request) }
        case .deferred(let handler):
            return awaitAnswer(
                handler, of: request, label: route.label, context: context, on: connection)
        }
    }

    func answer(
        _ response: @autoclosure () -> Response, label: String, context: RequestContext,
        on connection: OpaquePointer, closes: Bool = false
    ) -> MHD_Result {
        answer(label: label, context: context, on: connection, closes: closes, response)
    }

    private func answer(
        label: String, context: RequestContext, on connection: OpaquePointer,
        wantsPlace: Bool = false, closes: Bool = false, _ make: () -> Response
    ) -> MHD_Result {
        let admission = table.answerBegins(
            connectionID(of: connection), wantsPlace: wantsPlace)
        context.stage = .answered
        let response = dressed(admission.hasPlace ? make() : Self.busy)
        let socket = exchangerate_mhd_socket(connection)
        if case .reset = response.body {
            resetConnection(socket)
            return .NO
        }
        let closes = closes || admission.isLast
        if let prepared = MHDResponse.make(response, socket: socket, closes: closes) {
            counter.add(label: label, status: response.status)
            return prepared.queue(status: response.status, on: connection)
        }
        guard let prepared = MHDResponse.make(Self.failure, socket: socket, closes: closes) else {
            return .NO
        }
        counter.add(label: label, status: Self.failure.status)
        return prepared.queue(status: Self.failure.status, on: connection)
    }

    /// The response with the fields that all have.
    private func dressed(_ response: Response) -> Response {
        var response = response
        for field in access.headers.fields where response.headers[field.name] == nil {
            response.headers.append(field.name, field.value)
        }
        return response
    }

    private static func bodyTooLarge(for route: Route) -> Response {
        .text(413, "a body may have \(route.bodyLimit) bytes here")
    }

    private static let busy = Response.text(
        503, "too many requests at once; try again", headers: ["Retry-After": "1"])

    private static let failure = Response.text(500, "the answer could not be made")
}

/// The number that the table gave to a connection; 0 for none.
func connectionID(of connection: OpaquePointer) -> ConnectionTable.ID {
    UInt(bitPattern: exchangerate_mhd_socket_context(connection))
}
