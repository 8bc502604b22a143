import Alerting
import Domain
import ExchangeRate
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
        case .clockIsWrong(let offset):
            logger.warn(
                "the local clock differs from the API's, set it: ages of data are wrong",
                [offset > .zero ? "ahead" : "behind": DurationText.text(offset)])
        case .clockIsRight:
            logger.info("the local clock agrees with the API's again")
        case .storageFailed(let error):
            logger.error(
                "the state cannot be stored, the daemon goes on from memory",
                ["operation": error.operation.rawValue, "detail": error.message])
        case .writeBackFailed(let error):
            logger.warn(
                "the state is stored, but its log grows",
                ["operation": error.operation.rawValue, "detail": error.message])
        case .storageHealed:
            logger.info("the state is stored again, with all that happened meanwhile")
        case .continued(let firing, let waiting):
            logger.info(
                "what a former run left goes on",
                ["alerts": "\(firing)", "notifications": "\(waiting)"])
        case .alert(.fired(let alert)):
            logger.warn("an alert fires", Self.fields(of: alert))
        case .alert(.resolved(let alert)):
            logger.info("an alert ended", Self.fields(of: alert))
        case .notificationDelivered(let notification, let attempts):
            logger.info(
                "a notification was delivered",
                [
                    "receiver": notification.receiver, "alertname": notification.group.alertname,
                    "status": notification.isFiring ? "firing" : "resolved",
                    "reason": notification.reason.rawValue, "id": notification.id,
                    "attempts": "\(attempts)",
                ])
        case .notificationDropped(let notification):
            logger.error(
                "a notification was given up",
                [
                    "receiver": notification.receiver, "alertname": notification.group.alertname,
                    "status": notification.isFiring ? "firing" : "resolved",
                    "id": notification.id,
                ])
        case .notificationOrphaned(let notification):
            logger.warn(
                "a notification is dropped, its receiver is not configured any more",
                [
                    "receiver": notification.receiver, "alertname": notification.group.alertname,
                    "id": notification.id,
                ])
        case .receiverFailing(let receiver, let address, let detail):
            logger.warn(
                "a receiver does not take notifications",
                ["receiver": receiver, "address": address, "detail": detail])
        case .receiverRecovered(let receiver, let address):
            logger.info(
                "a receiver takes notifications again",
                ["receiver": receiver, "address": address])
        case .heartbeatFailing(let detail):
            logger.warn("the heartbeat's address does not take pings", ["detail": detail])
        case .heartbeatRecovered:
            logger.info("the heartbeat's address takes pings again")
        }
    }

    private static func fields(of alert: Alert) -> KeyValuePairs<String, String> {
        [
            "alertname": alert.labels["alertname"] ?? "", "base": alert.labels["base"] ?? "",
            "severity": alert.labels["severity"] ?? "",
            "summary": alert.annotations["summary"] ?? "", "since": alert.startsAt.iso8601,
        ]
    }
}
