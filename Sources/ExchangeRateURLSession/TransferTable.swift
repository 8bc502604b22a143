import Foundation
import HTTP
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests under way in one session, by the numbers of their tasks.
///
/// A request is answered the moment its fate is known, by whoever comes first: the session, the
/// clock or a cancellation. What the session says of it later finds it gone.
final class TransferTable: NSObject, URLSessionDataDelegate {
    /// Why a request ends before its answer is whole.
    enum Stop {
        case timeout
        case cancelled
        case encoding

        var kind: TransportError.Kind {
            switch self {
            case .timeout: .timeout
            case .cancelled: .cancelled
            case .encoding: .interrupted
            }
        }

        var detail: String {
            switch self {
            case .timeout: "the answer was not whole when the time was over"
            case .cancelled: "the request was cancelled"
            case .encoding: "the body has an encoding that was not asked for"
            }
        }
    }

    private let transfers = Mutex<[Int: Transfer]>([:])
    /// Where tasks get their orders.
    ///
    /// Foundation on Linux gives them by waiting for the session's thread, on which the delegate runs
    /// here, and which may be busy. All wait for that one thread, so that one after the other will do.
    private let orders = DispatchQueue(label: "ExchangeRateURLSession.orders")

    /// Takes a task up and lets it run.
    func start(
        _ task: URLSessionDataTask, bodyLimit: Int, _ continuation: Transfer.Continuation
    ) {
        let transfer = Transfer(bodyLimit: bodyLimit, continuation: continuation)
        transfers.withLock { $0[task.taskIdentifier] = transfer }
        // After a cancellation it does nothing.
        orders.async { task.resume() }
    }

    /// Answers a request by an error, and ends its task.
    func stop(_ task: URLSessionTask, _ stop: Stop) {
        finish(task) { transfer in
            .failure(
                TransportError(
                    kind: stop.kind, head: transfer.head ?? HTTPResponse(task.response),
                    detail: stop.detail))
        }
        orders.async { task.cancel() }
    }

    /// Answers a request, unless it has been answered.
    private func finish(
        _ task: URLSessionTask,
        _ result: (Transfer) -> Result<HTTPResponse, TransportError>
    ) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let transfer else { return }
        transfer.continuation.resume(returning: result(transfer))
    }

    // MARK: What the session tells

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Met after the body of a 401. Foundation on Linux never ends a task whose challenge is
            // left to it, and traps where the answer to one is no credential.
            finish(task) { $0.response(fallback: HTTPResponse(challenge.failureResponse)) }
            orders.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #else
            // Verifies TLS by the system's store, and lets a 401 be the answer.
            completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let head = HTTPResponse(response)
        let isForeign = transfers.withLock { transfers in
            transfers[dataTask.taskIdentifier]?.head = head
            return transfers[dataTask.taskIdentifier]?.hasForeignEncoding ?? true
        }
        if isForeign { stop(dataTask, .encoding) }
        completionHandler(isForeign ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isOverLimit = transfers.withLock { transfers in
            transfers[dataTask.taskIdentifier]?.receive(data) ?? false
        }
        guard isOverLimit else { return }
        finish(dataTask) { transfer in
            transfer.response(
                fallback: HTTPResponse(dataTask.response), isBodyTruncated: true)
        }
        orders.async { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        finish(task) { transfer in
            let head = transfer.head ?? HTTPResponse(task.response)
            guard let error else { return transfer.response(fallback: head) }
            return .failure(TransportError(error, head: head))
        }
    }
}
