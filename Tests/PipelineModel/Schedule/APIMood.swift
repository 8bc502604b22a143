import ExchangeRate
import Freshness

/// How the API answers for a base, until it is told to answer in another way.
struct APIMood: Hashable {
    enum Feed: Hashable {
        /// The data is so old.
        case aged(Duration)
        /// The data stands still at what it was when this began.
        case frozen
        /// The data is stamped so far ahead.
        case ahead(Duration)
        /// The data of the first symbol alone stands still.
        case firstFrozen
    }

    enum Answer: Hashable {
        case good(Feed)
        case failed(FailureReason, retryAfter: Duration?, hasCode: Bool)
    }

    var answer = Answer.good(.aged(.seconds(1)))
    /// Symbols, by their number in the answer, that it lacks, and that have no number.
    var missing: UInt8 = 0
    var nonsense: UInt8 = 0
    var source = "live"
    /// The class of every second symbol, where it is another.
    var secondSource: String?
    var latency: Duration = .zero
    /// After so many answers all is good again; nil: never.
    var answersLeft: Int?

    init() {}

    init(_ cursor: inout ByteCursor) {
        let kind = cursor.byte()
        let detail = cursor.byte()
        let more = cursor.byte()
        if kind % 2 == 0 {
            let feeds: [Feed] = [
                .aged(.seconds(1)), .aged(.zero), .aged(.seconds(50)), .aged(.seconds(600)),
                .aged(.seconds(4000)), .frozen, .frozen, .firstFrozen, .firstFrozen,
                .ahead(.seconds(240)), .ahead(.seconds(300)), .ahead(.seconds(360)),
            ]
            answer = .good(feeds[Int(detail) % feeds.count])
            let masks: [(UInt8, UInt8)] = [
                (0, 0), (0, 0), (1, 0), (2, 0), (0, 1), (6, 1), (0, 255), (12, 2),
            ]
            (missing, nonsense) = masks[Int(detail / 16) % masks.count]
            source = ["live", "live", "fix", "odd"][Int(more) % 4]
            secondSource = [nil, nil, nil, "fix"][Int(more / 4) % 4]
        } else {
            let limits: [FailureReason] = [.rateLimited, .rateLimited, .quotaExceeded]
            let keys: [FailureReason] = [.unauthorized, .forbidden, .forbidden]
            let reasons =
                [limits, keys, FailureReason.allCases, FailureReason.allCases][Int(kind / 2) % 4]
            let waits: [Duration?] = [
                nil, nil, .seconds(1), .seconds(30), .seconds(200), .seconds(5000), .seconds(0),
            ]
            answer = .failed(
                reasons[Int(detail) % reasons.count],
                retryAfter: waits[Int(more) % waits.count], hasCode: detail < 192)
        }
        latency = .milliseconds([0, 0, 0, 200, 3000, 9999, 40_000][Int(kind / 8) % 7])
        answersLeft = [nil, 1, 2, 3, 5, nil][Int(more / 16) % 6]
    }
}
