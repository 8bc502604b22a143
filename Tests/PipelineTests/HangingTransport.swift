import HTTP
import Synchronization

/// A transport that answers everything but one URL, which never answers.
final class HangingTransport: HTTPTransport {
    private let url: String
    private let sent = Mutex<[String]>([])

    init(url: String) {
        self.url = url
    }

    var hanging: Int { sent.withLock { $0.count { $0 == url } } }
    var others: [String] { sent.withLock { $0.filter { $0 != url } } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        sent.withLock { $0.append(request.url) }
        guard request.url == url else { return HTTPResponse(status: 200) }
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                break
            }
        }
        throw TransportError(kind: .cancelled, detail: "the task was cancelled")
    }
}
