import Domain
import Exposition
import Pipeline
import Serving
import Synchronization

/// The page of metrics: made when it is asked for, and shared by all scrapes of the same second.
///
/// Each syntax has a page of its own, made when it is first asked for. All are made anew once a newer
/// snapshot is there. What is under the lock is computing, and a few reads of `/proc`, which wait for
/// no device.
final class MetricsPage: Sendable {
    /// The pages of one second.
    private struct Kept {
        var second: Int64
        var edition: UInt64
        var prometheusText: RenderedPage?
        var openMetrics: RenderedPage?

        subscript(syntax: ExpositionSyntax) -> RenderedPage? {
            get {
                switch syntax {
                case .prometheusText: prometheusText
                case .openMetrics: openMetrics
                }
            }
            set {
                switch syntax {
                case .prometheusText: prometheusText = newValue
                case .openMetrics: openMetrics = newValue
                }
            }
        }
    }

    /// What an `Accept` header came to.
    private struct Negotiated {
        let accept: String
        let format: ExpositionFormat
    }

    private let board: SnapshotBoard
    private let counter: RequestCounter
    private let clock: any TimeSource
    private let build: BuildInfo
    private let webStatus: WebReloadStatus?
    private let process = ProcessReader()
    private let kept = Mutex<Kept?>(nil)
    private let negotiated = Mutex<Negotiated?>(nil)

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
        let format = format(accept: request.headers["Accept"])
        let coding = ContentCoding.preferred(acceptEncoding: request.headers["Accept-Encoding"])
        var headers: HeaderFields = [
            "Content-Type": format.contentType, "Vary": "Accept, Accept-Encoding",
        ]
        let page = page(in: format.syntax, coding)
        switch coding {
        case .identity:
            return Response(headers: headers, body: .bytes(page.plain))
        case .gzip:
            guard let packed = page.packed else {
                return Response(headers: headers, body: .bytes(page.plain))
            }
            headers.append("Content-Encoding", "gzip")
            return Response(headers: headers, body: .bytes(packed))
        }
    }

    /// The format for an `Accept` header, which a scraper sends the same each time.
    private func format(accept: String?) -> ExpositionFormat {
        guard let accept else { return .text004 }
        let last = negotiated.withLock { $0 }
        if let last, last.accept == accept { return last.format }
        let format = ExpositionFormat.preferred(accept: accept)
        negotiated.withLock { $0 = Negotiated(accept: accept, format: format) }
        return format
    }

    private func page(in syntax: ExpositionSyntax, _ coding: ContentCoding) -> RenderedPage {
        let now = clock.now
        let edition = board.edition
        let second = now.instant.nanosecondsSinceBoot / 1_000_000_000
        return kept.withLock { kept in
            var pages = Kept(second: second, edition: edition.number)
            if let present = kept, present.second == second, present.edition == edition.number {
                pages = present
            }
            var page =
                pages[syntax]
                ?? render(edition, in: syntax, now: now, room: kept?[syntax]?.count ?? 0)
            switch coding {
            case .identity: break
            case .gzip: page.pack()
            }
            pages[syntax] = page
            kept = pages
            return page
        }
    }

    private func render(
        _ edition: SnapshotBoard.Edition, in syntax: ExpositionSyntax, now: Moment, room: Int
    ) -> RenderedPage {
        let scrape = Scrape(
            snapshot: edition.snapshot, now: now, build: build,
            httpRequests: counter.all.map { count in
                HTTPRequestCount(handler: count.label, code: count.status, count: count.count)
            }, webConfiguration: webStatus?.current, process: process.sample())
        var bytes: [UInt8] = []
        bytes.reserveCapacity(room)
        MetricCatalogue.standard.append(scrape, as: syntax, to: &bytes)
        return RenderedPage(bytes)
    }
}
