import CMicroHTTPD

// Passwords are checked before anything else is told or read: not the routes that there are, and not
// a body.
extension Dispatcher {
    /// Judges who sent a request; nil where it may go on.
    func refusal(
        of head: RequestHead, context: RequestContext, on connection: OpaquePointer
    ) -> MHD_Result? {
        guard let authentication = access.authentication else { return nil }
        let path = head.resource?.path ?? ""
        if let route = router.route(path: path), route.isOpen { return nil }
        guard let credentials = BasicCredentials(headers: head.headers) else {
            return answer(Self.unauthorized, to: head, context: context, on: connection)
        }
        switch authentication.knowledge(of: credentials) {
        case .right:
            return nil
        case .wrong:
            return answer(Self.unauthorized, to: head, context: context, on: connection)
        case .unknown(let check):
            table.requestBegan(connectionID(of: connection))
            let asker = Asker(
                peer: .init(exchangerate_mhd_client_address(connection)), user: credentials.user)
            guard !mayBlock else {
                let outcome = outcome(of: check, by: authentication, for: asker)
                return admit(head, after: outcome, context: context, on: connection)
            }
            let verification = Verification()
            context.stage = .verifying(head, verification)
            // Before it is submitted: it may be resumed before that returns.
            let suspended = SuspendedConnection(connection: connection)
            MHD_suspend_connection(connection)
            verifications.submit(check, of: authentication, by: asker) { outcome in
                verification.end(outcome)
                suspended.resume()
            }
            return .YES
        }
    }

    /// Waits for a check: microhttpd does not take up again what it suspends in a thread of its own.
    private func outcome(
        of check: PasswordCheck, by authentication: BasicAuthentication, for asker: Asker
    ) -> Verification.Outcome? {
        guard let end = Wakeup() else { return .refused }
        let verification = Verification()
        verifications.submit(check, of: authentication, by: asker) { outcome in
            verification.end(outcome)
            end.set()
        }
        end.wait(upTo: nil)
        return verification.outcome
    }

    /// Goes on with a request whose password has been checked.
    func admit(
        _ head: RequestHead, after outcome: Verification.Outcome?, context: RequestContext,
        on connection: OpaquePointer
    ) -> MHD_Result {
        switch outcome {
        case .right:
            receiveAdmitted(head, context: context, on: connection)
        case .wrong:
            answer(Self.unauthorized, to: head, context: context, on: connection)
        case .refused, nil:
            answer(Self.tooManyChecks, to: head, context: context, on: connection)
        }
    }

    /// Lets go of all requests that wait: for a password to be checked, or for a handler.
    func endWaits() {
        verifications.stop()
        deferredAnswers.stop()
    }

    private func answer(
        _ response: Response, to head: RequestHead, context: RequestContext,
        on connection: OpaquePointer
    ) -> MHD_Result {
        let route = router.route(path: head.resource?.path ?? "")
        return answer(
            response, label: route?.label ?? RequestCounter.unmatched, context: context,
            on: connection)
    }

    private static let unauthorized = Response.text(
        401, "a user and a password are needed",
        headers: ["WWW-Authenticate": "Basic realm=\"exchangerate-exporter\", charset=\"UTF-8\""])

    private static let tooManyChecks = Response.text(
        503, "too many passwords wait to be checked; try again", headers: ["Retry-After": "1"])
}
