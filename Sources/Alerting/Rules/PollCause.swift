import Domain
import ExchangeRate
import Freshness

/// Why data may have stopped coming, as far as the last poll tells.
enum PollCause {
    /// A sentence that says what the last poll brought and what to do.
    ///
    /// - Parameter dueAt: when newer data than the newest at hand was due here: a limit and the
    ///   base's own interval after it.
    static func sentence(for base: BaseSnapshot, dueAt: Timestamp?) -> String {
        // The poll before that was asked for what was to be there by the limit.
        if let polledAt = base.lastPollAt, let dueAt, polledAt + base.ownInterval < dueAt,
            base.lastResult == .good
        {
            return "Nobody has asked since \(polledAt.iso8601), before newer data was due: "
                + "polls wait after limit answers."
        }
        return switch base.lastResult {
        case nil: "No poll has ended yet."
        case .good:
            "Polls succeed, but bring no newer data: ask the provider whether its feed stands still."
        case .failed(let reason): "The last poll failed: \(advice(for: reason))"
        }
    }

    private static func advice(for reason: FailureReason) -> String {
        switch reason {
        case .dns: "the name of the API could not be looked up. Check the resolver."
        case .connect: "no connection to the API came about. Check network and firewall."
        case .tls: "the TLS handshake with the API failed. Check the clock and the trust store."
        case .timeout: "the API did not answer in time."
        case .interrupted: "no answer came that can be used; the log says what came."
        case .redirect: "the API answered with a redirect, which is never followed. Check api.url."
        case .tooLarge: "the answer was too large."
        case .badRequest, .unprocessable, .notFound:
            "the API does not take the request. Check the bases and symbols configured."
        case .unauthorized: "the key was rejected."
        case .forbidden:
            "access was refused, by the plan or by something on the way; the log says which."
        case .rateLimited: "too much was asked."
        case .quotaExceeded: "the month's quota is spent."
        case .server, .unexpectedStatus, .apiError: "the API has a fault of its own."
        case .decode, .baseMismatch: "the answer could not be understood."
        }
    }
}
