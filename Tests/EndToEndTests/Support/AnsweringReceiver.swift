import Foundation
import Synchronization
import TestKit
import Testing

/// A receiver that answers each body as a test says, for types whose success is more than a status.
final class AnsweringReceiver: Sendable {
    /// What it answers.
    struct Answer: Sendable {
        var status: Int
        var body = ""
    }

    /// A request, and the status that it got.
    struct Post: Sendable {
        let head: String
        let body: String
        let status: Int

        /// The body as an object of JSON.
        func object(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
            try #require(
                JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
                sourceLocation: sourceLocation)
        }

        /// The object that is a member of the body.
        func object(
            _ name: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> [String: Any] {
            try #require(
                object()[name] as? [String: Any], "\(body)", sourceLocation: sourceLocation)
        }

        /// The text that is a member of the body.
        func text(_ name: String) throws -> String? { try object()[name] as? String }
    }

    typealias Rule = @Sendable (String) -> Answer

    private struct State {
        var rule: Rule
        var posts: [Post] = []
    }

    private final class Book: Sendable {
        let state: Mutex<State>

        init(_ rule: @escaping Rule) { state = Mutex(State(rule: rule)) }
    }

    private let book: Book
    private let server: LoopbackServer

    init(_ rule: @escaping Rule) throws {
        let book = Book(rule)
        self.book = book
        server = try LoopbackServer { request in
            let body = String(decoding: request.body, as: UTF8.self)
            return book.state.withLock { state in
                let answer = state.rule(body)
                state.posts.append(
                    Post(head: request.head, body: body, status: answer.status))
                return [
                    .send(
                        "HTTP/1.1 \(answer.status) Said\r\n"
                            + "Content-Length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)")
                ]
            }
        }
    }

    deinit { server.stop() }

    /// Its address, with a path.
    var url: String { "\(server.url)/hook" }

    /// Changes what it answers from now on.
    func answer(_ rule: @escaping Rule) { book.state.withLock { $0.rule = rule } }

    /// What came so far.
    var posts: [Post] { book.state.withLock(\.posts) }

    /// Waits until something has come so often, and gives all that came.
    func posts(
        _ count: Int, within limit: Duration = .seconds(60),
        sourceLocation: SourceLocation = #_sourceLocation,
        where condition: @Sendable (Post) -> Bool = { _ in true }
    ) async throws -> [Post] {
        _ = await eventually(within: limit, every: .milliseconds(20)) {
            posts.count(where: condition) >= count
        }
        let found = posts
        try #require(
            found.count(where: condition) >= count, "\(count) of \(found)",
            sourceLocation: sourceLocation)
        return found
    }
}
