import APIModel
import Domain
import ExchangeRate
import Freshness
import HTTP
import Synchronization

/// The modelled API behind the transport port; an answer comes at once, and says how long it took.
final class APITransport: HTTPTransport {
    private struct State {
        var provider: Provider
        var duration: Duration = .zero
    }

    /// Where the client is told that the API is.
    static let address = "https://\(host)"
    private static let host = "api.exchangerate.dev"

    private let state: Mutex<State>
    private let outages: [Incident]
    private let clock: VirtualClock

    init(_ provider: Provider, incidents: [Incident], clock: VirtualClock) {
        var provider = provider
        for incident in incidents { provider.faults.add(incident) }
        state = Mutex(State(provider: provider))
        outages = incidents.filter { $0.kind == .down }
        self.clock = clock
    }

    /// How long the last request took.
    var duration: Duration { state.withLock(\.duration) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let now = clock.now.timestamp
        let target = String(request.url.dropFirst(Self.address.utf8.count))
        let base = target.split(separator: "/").last?.prefix { $0 != "?" }
        let isDown = outages.contains { outage in
            outage.isUnderWay(at: now)
                && (outage.base == nil || outage.base?.text == base.map(String.init))
        }
        guard !isDown else {
            state.withLock { $0.duration = .zero }
            throw TransportError(kind: .connect, detail: "connection refused")
        }
        let answer = state.withLock { state in
            let answer = state.provider.answer(
                to: APIRequest(target: target, authorization: request.headers["Authorization"]),
                at: now)
            state.duration = min(answer.delivery.delay, request.timeout)
            return answer
        }
        guard answer.delivery.delay < request.timeout else {
            throw TransportError(kind: .timeout, detail: "no answer in time")
        }
        return HTTPResponse(
            status: answer.status,
            headers: HTTPHeaders(
                answer.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
            body: answer.body)
    }
}

extension FaultSchedule {
    /// Switches on what an incident does to answers; what it does to connections is not among it.
    fileprivate mutating func add(_ incident: Incident) {
        let fault: Fault
        switch incident.kind {
        case .freeze: fault = .frozen(since: incident.start)
        case .slow: fault = .slow(incident.delay ?? .zero)
        case .limit:
            fault = .limit(retryAfter: incident.retryAfter.map { "\($0.components.seconds)" })
        case .quota: fault = .error(.quotaExceeded)
        case .key: fault = .error(.invalidAPIKey)
        case .older: fault = .older(by: incident.lag ?? .zero)
        case .missingSymbol: fault = .missing([incident.symbol?.text].compactMap(\.self))
        case .badNumbers: fault = .number(.null, [incident.symbol?.text].compactMap(\.self))
        case .down, .receiverDown: return
        }
        add(FaultRule(fault, base: incident.base, from: incident.start, until: incident.end))
    }
}

extension Fault {
    fileprivate static func error(_ code: APIErrorCode) -> Fault {
        .error(status: code.status, code: code.rawValue, shape: .code)
    }
}
