import Domain
import Exposition
import Pipeline
import Serving
import Synchronization

/// The page of metrics: made when it is asked for, and shared by all scrapes of the same second.
///
/// Each syntax has a page of its own, made when it is first asked for, and anew once a newer snapshot
/// is there. What is under the lock is computing, and a few reads of `/proc`, which wait for no
/// device.
final class MetricsPage: Sendable {
    /// The newest page in each syntax.
    private struct Kept {
        var prometheusText = RenderedPage(.prometheusText)
        var openMetrics = RenderedPage(.openMetrics)

        /// Changes the page in a syntax, in place.
        mutating func update<Result>(
            _ syntax: ExpositionSyntax, _ body: (inout RenderedPage) -> Result
        ) -> Result {
            switch syntax {
            case .prometheusText: body(&prometheusText)
            case .openMetrics: body(&openMetrics)
            }
        }
    }

    /// What two headers came to, which a scraper sends the same each time.
    private struct Negotiated {
        let accept: String?
        let acceptEncoding: String?
        let format: ExpositionFormat
        let coding: ContentCoding

        init(accept: String?, acceptEncoding: String?) {
            self.accept = accept
            self.acceptEncoding = acceptEncoding
            format = accept.map { ExpositionFormat.preferred(accept: $0) } ?? .text004
            coding = ContentCoding.preferred(acceptEncoding: acceptEncoding)
        }
    }

    private let board: SnapshotBoard
    private let counter: RequestCounter
    private let clock: any TimeSource
    private let build: BuildInfo
    private let webStatus: WebReloadStatus?
    private let process = ProcessReader()
    private let kept = Mutex(Kept())
    private let negotiated = Mutex(Negotiated(accept: nil, acceptEncoding: nil))

    /// Makes a page; `webStatus` is nil where there is no web configuration.
    init(
        board: SnapshotBoard, counter: RequestCounter, clock: any TimeSource, build: BuildInfo,
        webStatus: WebReloadStatus? = nil
    ) {
        self.board = board
        self.counter = counter
        self.clock = clock
        self.build = build
        self.webStatus = webStatus
    }

    /// Answers a scrape.
    func response(to request: Request) -> Response {
        let agreed = negotiate(request)
        var headers: HeaderFields = [
            "Content-Type": agreed.format.contentType, "Vary": "Accept, Accept-Encoding",
        ]
        let (bytes, isPacked) = page(in: agreed.format.syntax, agreed.coding)
        if isPacked { headers.append("Content-Encoding", "gzip") }
        return Response(headers: headers, body: .bytes(bytes))
    }

    private func negotiate(_ request: Request) -> Negotiated {
        let accept = request.headers["Accept"]
        let acceptEncoding = request.headers["Accept-Encoding"]
        let last = negotiated.withLock { $0 }
        if last.accept == accept, last.acceptEncoding == acceptEncoding { return last }
        let agreed = Negotiated(accept: accept, acceptEncoding: acceptEncoding)
        negotiated.withLock { $0 = agreed }
        return agreed
    }

    private func page(
        in syntax: ExpositionSyntax, _ coding: ContentCoding
    ) -> (bytes: SharedBytes, isPacked: Bool) {
        kept.withLock { kept in
            // Under the lock: who waited for it must not bring an older page back.
            let now = clock.now
            let edition = board.edition
            return kept.update(syntax) { page in
                page.update(
                    edition: edition.number, clockStep: edition.snapshot.clockStep(until: now),
                    second: now.instant.nanosecondsSinceBoot / 1_000_000_000
                ) { scrape(edition.snapshot.told(by: now), at: now) }
                switch coding {
                case .identity: break
                case .gzip: if let packed = page.packedBytes() { return (packed, true) }
                }
                return (page.plainBytes(), false)
            }
        }
    }

    private func scrape(_ snapshot: Snapshot, at now: Moment) -> Scrape {
        Scrape(
            snapshot: snapshot, now: now, build: build,
            httpRequests: counter.all.map { count in
                HTTPRequestCount(handler: count.label, code: count.status, count: count.count)
            }, webConfiguration: webStatus?.current, process: process.sample())
    }
}
