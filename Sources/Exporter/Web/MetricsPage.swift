import Domain
import Exposition
import Pipeline
import Serving
import Synchronization

/// The page of metrics: made when it is asked for, and shared by all scrapes of the same second.
///
/// It is made anew once a newer snapshot is there. What is under the lock is computing, and a few
/// reads of `/proc`, which wait for no device.
final class MetricsPage: Sendable {
    private struct Kept {
        let second: Int64
        let edition: UInt64
        let bytes: [UInt8]
        let plain: SharedBytes
        var packed: SharedBytes?
    }

    private let board: SnapshotBoard
    private let counter: RequestCounter
    private let clock: any TimeSource
    private let build: BuildInfo
    private let process = ProcessReader()
    private let kept = Mutex<Kept?>(nil)

    init(board: SnapshotBoard, counter: RequestCounter, clock: any TimeSource, build: BuildInfo) {
        self.board = board
        self.counter = counter
        self.clock = clock
        self.build = build
    }

    /// Answers a scrape.
    func response(to request: Request) -> Response {
        let coding = ContentCoding.preferred(acceptEncoding: request.headers["Accept-Encoding"])
        var headers: HeaderFields = [
            "Content-Type": ExpositionFormat.text004.contentType, "Vary": "Accept, Accept-Encoding",
        ]
        switch coding {
        case .identity:
            return Response(headers: headers, body: .bytes(page().plain))
        case .gzip:
            guard let packed = page(packed: true).packed else {
                return Response(headers: headers, body: .bytes(page().plain))
            }
            headers.append("Content-Encoding", "gzip")
            return Response(headers: headers, body: .bytes(packed))
        }
    }

    private func page(packed isPackedWanted: Bool = false) -> Kept {
        let now = clock.now
        let edition = board.edition
        let second = now.instant.nanosecondsSinceBoot / 1_000_000_000
        return kept.withLock { kept in
            var page: Kept
            if let present = kept, present.second == second, present.edition == edition.number {
                page = present
            } else {
                page = render(edition, second: second, now: now, room: kept?.bytes.count ?? 0)
            }
            if isPackedWanted, page.packed == nil {
                // Fast rather than small: the page is kept for a second at most.
                page.packed = Gzip.compress(page.bytes, level: 1).map(SharedBytes.init)
            }
            kept = page
            return page
        }
    }

    private func render(
        _ edition: SnapshotBoard.Edition, second: Int64, now: Moment, room: Int
    ) -> Kept {
        let scrape = Scrape(
            snapshot: edition.snapshot, now: now, build: build,
            httpRequests: counter.all.map { count in
                HTTPRequestCount(handler: count.label, code: count.status, count: count.count)
            }, process: process.sample())
        var bytes: [UInt8] = []
        bytes.reserveCapacity(room)
        MetricCatalogue.standard.append(scrape, as: .prometheusText, to: &bytes)
        return Kept(
            second: second, edition: edition.number, bytes: bytes, plain: SharedBytes(bytes))
    }
}
