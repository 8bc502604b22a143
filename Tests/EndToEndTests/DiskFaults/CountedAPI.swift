import Foundation
import Synchronization

/// An API that knows when it was asked for what, and rejects the key for a while.
final class CountedAPI: Sendable {
    /// A request that came.
    struct Request: Sendable {
        let base: String
        let at: Date
    }

    private struct Book {
        var requests: [Request] = []
        var rejectsKey = false
    }

    private final class Shared: Sendable {
        let book = Mutex(Book())
    }

    /// The base whose requests are rejected.
    static let rejectedBase = "USD"

    private let shared: Shared
    private let server: RatesServer

    init() throws {
        let shared = Shared()
        self.shared = shared
        server = try RatesServer { base in
            let isRejected = shared.book.withLock { book in
                book.requests.append(Request(base: base, at: .now))
                return book.rejectsKey && base == Self.rejectedBase
            }
            return isRejected
                ? .error(401, message: "no such key")
                : .rates(["JPY": "150.5"], source: "live", session: "open")
        }
    }

    var url: String { server.url }

    /// The requests up to now.
    var requests: [Request] { shared.book.withLock(\.requests) }

    /// How many of them were for a base.
    func count(of base: String) -> Int { requests.count { $0.base == base } }

    func rejectKey(_ rejects: Bool) { shared.book.withLock { $0.rejectsKey = rejects } }
}
