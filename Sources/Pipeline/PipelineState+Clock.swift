import Domain
import ExchangeRate
import Freshness

extension PipelineState {
    /// How far the offset may move before another one is told: whole seconds and the way of an
    /// answer make it tremble, and each change is a new text of an alert to store.
    private static let offsetTremble: Duration = .seconds(60)

    /// Takes in what an answer tells of the API's clock; one without its time changes nothing.
    mutating func compareClocks(by outcome: PollOutcome) -> [PipelineEvent] {
        guard let serverTime = outcome.serverTime else { return [] }
        guard let offset = outcome.clockOffset(from: serverTime) else {
            defer { clockOffset = nil }
            return clockOffset == nil ? [] : [.clockIsRight]
        }
        guard let known = clockOffset else {
            clockOffset = offset
            return [.clockIsWrong(ahead: offset)]
        }
        let move = offset - known
        if move > Self.offsetTremble || move < .zero - Self.offsetTremble { clockOffset = offset }
        // From one side to the other it was right in between.
        return (known > .zero) == (offset > .zero) ? [] : [.clockIsWrong(ahead: offset)]
    }
}

extension PollOutcome {
    /// How far two clocks may differ before one counts as wrong: as much as data may be ahead.
    private static let clockTolerance = SymbolBook.tolerance

    fileprivate var serverTime: Timestamp? {
        switch answer {
        case .success(let latest): latest.serverTime
        case .failure(let error): error.serverTime
        }
    }

    /// How far the local clock is ahead of the server's, in whole seconds as the server tells its
    /// time; nil where they agree.
    ///
    /// The server told its time at some moment between the request and its answer, which lie far
    /// apart where the machine was suspended in between.
    fileprivate func clockOffset(from serverTime: Timestamp) -> Duration? {
        let received = endedAt.timestamp
        let ahead = received - startedAt.instant.duration(to: endedAt.instant) - serverTime
        let behind = serverTime - received
        if ahead > Self.clockTolerance { return .seconds(ahead.components.seconds) }
        if behind > Self.clockTolerance { return .seconds(-behind.components.seconds) }
        return nil
    }
}
