import Alerting
import Domain
import ExchangeRate
import Foundation
import Freshness
import HTTP
import Pipeline
import Polling
import Serving
import Synchronization

@testable import Exporter

/// Exporters that poll each other in a row, on a clock of their own; the first polls the API.
struct ExporterChain {
    /// An exporter but for its sockets: the settings, the pipeline and the page.
    private struct Link {
        let fetcher: RateFetcher
        let board: SnapshotBoard
        var state: PipelineState
    }

    /// `fired NAME of 1 at AGE`, where the age is that of the data at which the API stood still.
    private(set) var alerts: [String] = []
    /// The longest that the data of each link ever was the newest.
    private(set) var greatestAges: [Duration]
    private(set) var failures = 0
    private var links: [Link] = []
    private var now: Moment
    private let road: Road

    /// Starts all at once.
    init(at start: Timestamp, intervals: [String], live: String) throws {
        now = Moment(
            timestamp: start, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))
        road = Road(at: now)
        greatestAges = intervals.map { _ in .zero }
        for (index, interval) in intervals.enumerated() {
            let configuration = try Configuration.read(
                Array(
                    """
                    api: {url: "http://127.0.0.1:\(index + 1)"}
                    poll: {interval: \(interval), requests_per_minute: 0}
                    rates: [{base: USD, symbols: [EUR]}]
                    freshness: {live: \(live), live_closed: \(live)}
                    """.utf8), name: nil, folder: "", environment: [:])
            let state = PipelineState(
                settings: configuration.pipelineSettings(options: Options(), loadedAt: start),
                stored: StoredState(), now: now)
            let board = SnapshotBoard(state.snapshot(now: now, storage: StorageSnapshot()))
            road.boards.withLock { $0.append(board) }
            links.append(
                Link(
                    fetcher: try RateFetcher(
                        settings: configuration.api, credential: .keyless, transport: road),
                    board: board, state: state))
        }
    }

    /// Whether each has a reading.
    var isFilled: Bool {
        links.allSatisfy { $0.board.snapshot.isReady }
    }

    /// Lets the API's data stand still from now on.
    func freeze() { road.freeze() }

    /// Lets time pass.
    mutating func run(for duration: Duration) async {
        let end = now.advanced(by: duration)
        while true {
            await Task.yield()
            var wake = end.instant
            var hasPolled = false
            // The last first, so that each gets what the one before it had.
            for index in links.indices.reversed() {
                switch links[index].state.next(now: now) {
                case .poll(let base):
                    await poll(base, of: index)
                    hasPolled = true
                case .wait(let due):
                    wake = min(wake, due, links[index].state.deadline(now: now) ?? due)
                case .waitForAnswer: break
                }
            }
            if hasPolled { continue }
            guard now.instant < end.instant else { return }
            now = now.advanced(by: max(.nanoseconds(1), now.instant.duration(to: wake)))
            road.arrive(at: now)
            for index in links.indices { evaluate(index) }
        }
    }

    private mutating func poll(_ base: CurrencyCode, of index: Int) async {
        guard let watched = links[index].state.request(of: base) else { return }
        _ = links[index].state.begin(base, now: now)
        _ = links[index].state.send(base, now: now)
        let answer = await links[index].fetcher.latest(watched)
        if case .failure = answer { failures += 1 }
        _ = links[index].state.ingest(
            PollOutcome(base: base, startedAt: now, endedAt: now, answer: answer), jitter: 0)
        evaluate(index)
    }

    private mutating func evaluate(_ index: Int) {
        let shown = links[index].board.snapshot.bases[0].symbols[0].observation
        greatestAges[index] = max(greatestAges[index], shown?.age(at: now.instant) ?? .zero)
        var update = StateUpdate()
        for event in links[index].state.evaluate(now: now, adding: &update, makeID: { "id" }) {
            guard case .alert(.fired(let alert)) = event else { continue }
            let age = now.timestamp - road.newestStamp
            alerts.append(
                "fired \(alert.labels["alertname"] ?? "?") of \(index + 1) at "
                    + "\(age.components.seconds) s")
        }
        links[index].board.publish(
            links[index].state.snapshot(now: now, storage: StorageSnapshot()))
    }
}

/// What carries the requests of a chain: port 1 is the API, port n + 1 is the n-th exporter.
private final class Road: HTTPTransport, Sendable {
    let boards = Mutex<[SnapshotBoard]>([])
    private let now: Mutex<Moment>
    private let frozenAt = Mutex<Timestamp?>(nil)

    init(at now: Moment) { self.now = Mutex(now) }

    func arrive(at moment: Moment) { now.withLock { $0 = moment } }

    func freeze() {
        let stamp = newestStamp
        frozenAt.withLock { $0 = stamp }
    }

    /// The API's data is that of the minute.
    var newestStamp: Timestamp {
        let seconds = now.withLock(\.self).timestamp.wholeSeconds
        return frozenAt.withLock(\.self) ?? Timestamp(seconds: seconds / 60 * 60) ?? .epoch
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let url = URLComponents(string: request.url), let port = url.port else {
            throw TransportError(kind: .invalidRequest, detail: "no port")
        }
        guard port > 1 else {
            return HTTPResponse(
                status: 200,
                body: Array(
                    """
                    {"result":"success","base":"USD","source":"live","market_session":"open",\
                    "data_updated_at":"\(newestStamp.iso8601)","rates":{"EUR":0.92450}}
                    """.utf8))
        }
        let board = boards.withLock { $0[port - 2] }
        let response = LatestPage.response(
            to: Request(path: url.path, query: url.percentEncodedQuery),
            showing: board.snapshot, at: now.withLock(\.self))
        guard case .bytes(let bytes) = response.body else {
            throw TransportError(kind: .interrupted, detail: "no bytes")
        }
        return HTTPResponse(
            status: response.status,
            headers: HTTPHeaders(
                response.headers.fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
            body: bytes.withUnsafeBytes { Array($0) })
    }
}
