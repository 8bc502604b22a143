import Domain
import HTTP
import Synchronization

/// Every receiver behind the transport port: it takes what it is sent, unless it is down.
final class ReceiverTransport: HTTPTransport {
    private let outages: [Incident]
    private let clock: VirtualClock
    /// Whose turn it is: requests do not name their receiver.
    private let current = Mutex("")

    init(incidents: [Incident], clock: VirtualClock) {
        outages = incidents.filter { $0.kind == .receiverDown }
        self.clock = clock
    }

    /// Says to whom requests go from now on.
    func address(_ receiver: String) { current.withLock { $0 = receiver } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let now = clock.now.timestamp
        let receiver = current.withLock(\.self)
        guard !outages.contains(where: { $0.receiver == receiver && $0.isUnderWay(at: now) })
        else { throw TransportError(kind: .connect, detail: "connection refused") }
        // What every type takes for a success; Slack alone looks at the body.
        return HTTPResponse(status: 200, body: Array("ok".utf8))
    }
}
