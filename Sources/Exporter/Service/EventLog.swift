import Domain
import ExchangeRate
import Exposition
import Freshness
import Pipeline

/// Writes what the pipeline reports into the log.
struct EventLog {
    let logger: Logger

    /// Writes one event.
    func write(_ event: PipelineEvent) {
        switch event {
        case .polled(let base, let rates, let duration):
            logger.debug(
                "polled",
                ["base": base.text, "rates": "\(rates)", "duration": DurationText.text(duration)])
        case .pollFailed(let base, let error, let nextPollAt):
            logger.warn(
                "a poll failed",
                [
                    "base": base.text, "reason": error.reason.rawValue,
                    "status": error.status.map { "\($0)" } ?? "",
                    "detail": error.message, "next": nextPollAt?.iso8601 ?? "",
                ])
        case .pollRecovered(let base, let failures):
            logger.info(
                "polls succeed again", ["base": base.text, "failures": "\(failures)"])
        case .ratesRejected(let base, let rejected):
            let symbols = rejected.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.rawValue)" }
            logger.warn(
                "rates of a reply were not taken",
                ["base": base.text, "rates": symbols.joined(separator: ",")])
        case .gateClosed(let base, let until, let isQuota):
            logger.warn(
                "a limit answer pauses all polls",
                [
                    "base": base.text, "until": until.iso8601,
                    "cause": isQuota ? "the month's quota is spent" : "too many requests",
                ])
        case .gateOpened:
            logger.info("polls go on after limit answers")
        case .clockIsBehind(let lag):
            logger.warn(
                "the local clock is wrong: every rate is ahead of it, and so is the API's clock",
                ["behind": DurationText.text(lag)])
        case .storageFailed(let error):
            logger.error(
                "the state cannot be stored, the daemon goes on from memory",
                ["operation": error.operation.rawValue, "detail": error.message])
        case .storageHealed:
            logger.info("the state is stored again, with all that happened meanwhile")
        }
    }
}
