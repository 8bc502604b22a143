import APIModel
import ExchangeRate
import Freshness
import HTTP
import Synchronization

/// The stand-in's model of the API as a transport, on the clock of a test.
final class ProviderTransport: HTTPTransport, Sendable {
    static let host = "http://127.0.0.1:9"

    private let provider: Mutex<Provider>
    private let now: Mutex<Timestamp>

    init(_ provider: Provider) {
        self.provider = Mutex(provider)
        now = Mutex(.epoch)
    }

    /// Sets the time at which requests arrive from now on.
    func set(_ time: Timestamp) { now.withLock { $0 = time } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let time = now.withLock(\.self)
        let target = String(request.url.dropFirst(Self.host.count))
        let answer = provider.withLock { $0.answer(to: APIRequest(target: target), at: time) }
        let fields = answer.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }
        return HTTPResponse(
            status: answer.status, headers: HTTPHeaders(fields), body: answer.body)
    }
}
