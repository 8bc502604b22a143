import HTTP
import Synchronization

/// Passes requests on, and keeps the body of the last answer, which a report of a try leaves out.
final class AnswerTap: HTTPTransport {
    private let transport: any HTTPTransport
    private let kept = Mutex<[UInt8]>([])

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// The body of the last answer; empty where none came.
    var body: [UInt8] { kept.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        kept.withLock { $0 = [] }
        let response = try await transport.send(request)
        kept.withLock { $0 = response.body }
        return response
    }
}
