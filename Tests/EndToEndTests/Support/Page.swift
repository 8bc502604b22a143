import Foundation

/// A notification as it came to a receiver.
struct Page: Sendable {
    /// When it came.
    let at: Date
    /// The header `webhook-id`.
    let id: String
    /// Whether the receiver took it.
    let isTaken: Bool
    /// The body, byte for byte.
    let body: [UInt8]
    let message: NotificationMessage

    init(at: Date, id: String?, isTaken: Bool, body: [UInt8]) throws {
        self.at = at
        self.id = id ?? ""
        self.isTaken = isTaken
        self.body = body
        message = try NotificationMessage(body)
    }

    /// In short, for what a test expects: `firing: first notification`.
    var gist: String { "\(message.status): \(message.reason)" }
}
