public import HTTP
import Synchronization

/// A transport that answers from a script and keeps what it was asked.
public final class ScriptedTransport: HTTPTransport, Sendable {
    private struct State {
        var answers: [Result<HTTPResponse, TransportError>]
        var requests: [HTTPRequest] = []
    }

    private let state: Mutex<State>

    /// Answers in this order; the last answer stays.
    public init(_ answers: Result<HTTPResponse, TransportError>...) {
        state = Mutex(State(answers: answers))
    }

    /// Answers each request by the same response.
    public convenience init(
        status: Int = 200, headers: [(String, String)] = [], body: String,
        isBodyTruncated: Bool = false
    ) {
        let fields = headers.map { HTTPHeaders.Field(name: $0.0, value: $0.1) }
        self.init(
            .success(
                HTTPResponse(
                    status: status, headers: HTTPHeaders(fields), body: Array(body.utf8),
                    isBodyTruncated: isBodyTruncated)))
    }

    /// All requests so far.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Answers by this from now on.
    public func answer(by answer: Result<HTTPResponse, TransportError>) {
        state.withLock { $0.answers = [answer] }
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first
        }
        guard let answer else {
            throw TransportError(kind: .cancelled, detail: "the script is empty")
        }
        return try answer.get()
    }
}
