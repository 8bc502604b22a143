public import Domain
public import Freshness
public import HTTP

/// Turns notifications into requests and answers into verdicts: one type of receiver.
///
/// Pure: it sends nothing and knows no clock.
public protocol Receiver: Sendable {
    /// What is to be sent for a notification: a body for each request, in order.
    ///
    /// Made once, when the notification is; every try sends the same bytes.
    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]]

    /// The requests of one try, one for each body; each is sent only once those before it are
    /// delivered.
    ///
    /// - Parameter url: one of those of the settings.
    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest]

    /// Whether the requests of a try have nothing to do with each other: then all are sent,
    /// whatever becomes of one.
    var sendsAll: Bool { get }

    /// What an answer means.
    func verdict(on response: HTTPResponse, receivedAt: Timestamp) -> DeliveryVerdict

    /// What it means that no whole answer came.
    func verdict(on error: TransportError, receivedAt: Timestamp) -> DeliveryVerdict
}

extension Receiver {
    public var sendsAll: Bool { false }

    /// The most of an answer's body that is read.
    static var bodyLimit: Int { 64 * 1024 }

    public func verdict(on response: HTTPResponse, receivedAt: Timestamp) -> DeliveryVerdict {
        StatusVerdict.verdict(on: response, receivedAt: receivedAt)
    }

    /// The verdict by the status, where that had come, else by the step that failed.
    ///
    /// A receiver that took the notification and then drips its body has taken it: another try
    /// would page twice.
    public func verdict(on error: TransportError, receivedAt: Timestamp) -> DeliveryVerdict {
        if let head = error.head {
            return StatusVerdict.verdict(on: head, receivedAt: receivedAt)
        }
        return StatusVerdict.verdict(on: error.kind)
    }
}
