import CCurl
public import HTTP
import Synchronization

/// Carries requests by libcurl, on a thread of its own.
///
/// Connections are kept and used again, unless a request is to have its own. Proxies come from the
/// environment (`https_proxy`, `http_proxy`, `no_proxy`), but never for this machine itself. TLS is
/// 1.2 at least and always verified. The proxy's and the server's certificates are checked against
/// the system's store, the server's against the request's own file where it names one.
public final class CurlTransport: HTTPTransport {
    /// curl asks for this once in a process, before anything else of it.
    private static let startUp: CURLcode = exchangerate_curl_global_init()

    private let loop: CurlLoop
    private let lastID = Atomic<UInt64>(0)

    /// Starts the thread.
    ///
    /// Fails where the process has come to its limit of threads, descriptors or memory.
    public init() throws(TransportError) {
        guard Self.startUp == CURLE_OK else {
            throw TransportError(kind: .connect, detail: CurlFailure.text(of: Self.startUp))
        }
        loop = try CurlLoop()
    }

    deinit {
        loop.stop()
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let id = lastID.add(1, ordering: .relaxed).newValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(id: id, request, continuation)
                // A cancellation before this point found nothing to cancel.
                if Task.isCancelled { loop.cancel(id: id) }
            }
        } onCancel: {
            loop.cancel(id: id)
        }
        return try result.get()
    }

    /// Ends all requests, also those that hang, and the thread; later requests are cancelled.
    ///
    /// Returns when the thread is gone, which takes milliseconds.
    public func shutdown() async {
        loop.stop()
        await loop.waitForEnd()
    }
}
