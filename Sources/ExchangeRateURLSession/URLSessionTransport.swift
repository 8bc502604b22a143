import Foundation
public import HTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests by `URLSession`, for programs that have Foundation anyway.
///
/// The session is ephemeral and keeps nothing: no cookies, no cache, no credentials. A redirect is
/// handed over as the answer that it is. `URLSession` trusts the system's store alone, so a request
/// that names a file of certificate authorities is refused.
///
/// Foundation on Linux keeps the body of a redirect to itself until it has ended, so that this one
/// body is bounded by the request's time, not by its size.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let transfers: TransferTable

    /// Makes a session of its own.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        transfers = TransferTable()
        session = URLSession(
            configuration: configuration, delegate: transfers, delegateQueue: DirectQueue())
    }

    deinit {
        // The session holds its delegate, and its threads, until it is told to end.
        session.invalidateAndCancel()
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let task = session.dataTask(with: try URLRequest(request))
        // Ends with this scope, whichever of the two comes first.
        async let _: Void = expire(task, after: request.timeout)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfers.start(task, bodyLimit: request.bodyLimit, continuation)
                // A cancellation before this point found nothing to cancel.
                if Task.isCancelled { transfers.stop(task, .cancelled) }
            }
        } onCancel: {
            transfers.stop(task, .cancelled)
        }
        return try result.get()
    }

    /// Ends a task whose time is over.
    ///
    /// The session's own time limits do not do: one starts anew with every byte that comes, and
    /// Foundation on Linux counts it in whole seconds; the other is set for all tasks alike.
    private func expire(_ task: URLSessionDataTask, after timeout: Duration) async {
        do {
            try await Task.sleep(for: timeout, clock: .continuous)
        } catch {
            return
        }
        transfers.stop(task, .timeout)
    }
}
