public import Alerting
public import Domain
public import ExchangeRate
public import Freshness

/// Something that an operator may want to read of, for the log.
public enum PipelineEvent: Sendable {
    /// A poll brought rates.
    case polled(CurrencyCode, rates: Int, duration: Duration)
    /// A poll failed; `nextPollAt` is when the base is asked again.
    case pollFailed(CurrencyCode, ExchangeRateError, nextPollAt: Timestamp?)
    /// The first good poll of a base after failures.
    case pollRecovered(CurrencyCode, failures: Int)
    /// A good reply had other rates that were not taken than the one before it.
    case ratesRejected(CurrencyCode, [CurrencyCode: RateRejection])
    /// A limit answer stopped all polls.
    case gateClosed(by: CurrencyCode, until: Timestamp, isQuota: Bool)
    /// Polls go on after limit answers.
    case gateOpened
    /// The local clock began to differ from the API's: so far ahead of it, behind where negative.
    case clockIsWrong(ahead: Duration)
    /// The local clock agrees with the API's again.
    case clockIsRight
    /// The state could not be stored; the daemon goes on from memory.
    case storageFailed(StorageError)
    /// The state is stored, but its log could not be brought into the database and grows.
    case writeBackFailed(StorageError)
    /// The state is stored again, with all that happened meanwhile.
    case storageHealed
    /// A start found alerts that fire, or notifications that wait.
    case continued(firing: Int, waiting: Int)
    /// An alert began to fire, or ended.
    case alert(AlertTransition)
    /// A receiver took a notification.
    case notificationDelivered(Notification, attempts: Int)
    /// A notification was given up.
    case notificationDropped(Notification)
    /// What waited for a receiver that is configured no more.
    case notificationOrphaned(Notification)
    /// The first failed try at an address of a receiver after good ones.
    case receiverFailing(String, address: String, detail: String)
    /// The first good try at an address of a receiver after failed ones.
    case receiverRecovered(String, address: String)
    /// The first failed ping of the dead-man switch after good ones.
    case heartbeatFailing(detail: String)
    /// The first good ping after failed ones.
    case heartbeatRecovered
}
