import Foundation
import TestKit
import Testing

/// A request that a receiver took.
struct TakenRequest: Sendable {
    /// The number of the run of the daemon that sent it.
    let run: Int
    /// What follows the number in the path.
    let path: String
    /// When it came.
    let at: Date
    /// The header `webhook-id`.
    let id: String?
    let body: [UInt8]

    init(_ request: LoopbackServer.Request, at: Date) throws {
        let target = try #require(request.head.split(separator: " ").dropFirst().first)
        let parts = target.split(separator: "/", maxSplits: 2)
        try #require(parts.count >= 2 && parts[0] == "run", "\(target)")
        run = try #require(Int(parts[1]), "\(target)")
        path = parts.count > 2 ? "/\(parts[2])" : ""
        self.at = at
        id = ReceiverServer.header("webhook-id", of: request)
        body = request.body
    }
}
