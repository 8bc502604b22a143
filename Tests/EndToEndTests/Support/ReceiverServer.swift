import Foundation
import Synchronization
import TestKit
import Testing

/// A receiver that takes notifications, or treats them badly, as a test says.
final class ReceiverServer: Sendable {
    /// What it does with a request.
    enum Behavior: Sendable, Hashable {
        case takes
        /// Answers with a status and headers, each of them ended by CRLF.
        case answers(Int, headers: String = "")
        /// Answers with a status and, as the body, with all that it was sent.
        case echoes(Int)
        /// Takes it, after a second and a half.
        case takesSlowly
        /// Takes it, and never comes to the end of the body.
        case takesAndDrips
        /// Takes it, and never comes to the end of the header.
        case takesAndSendsForever
        /// Takes it, and ends the connection in the middle of the body.
        case takesAndResets
        case hangs
        /// Never comes to the end of the header.
        case dripsHeader
        case resets
        case closes
        case sendsGarbage

        func steps(for request: LoopbackServer.Request) -> [LoopbackServer.Step] {
            switch self {
            case .takes: [.send("HTTP/1.1 204 Taken\r\n\r\n")]
            case .answers(let status, let headers):
                [.send("HTTP/1.1 \(status) No\r\n\(headers)Content-Length: 3\r\n\r\nno\n")]
            case .echoes(let status):
                [
                    .send(
                        "HTTP/1.1 \(status) Echo\r\nContent-Length: "
                            + "\(request.head.utf8.count + request.body.count)\r\n\r\n"),
                    .send(request.head), .send(request.body),
                ]
            case .takesSlowly:
                [
                    .drip(Array("H".utf8), every: .milliseconds(1500)),
                    .send("TTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                ]
            case .takesAndDrips:
                [
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
                    .drip(Array(repeating: 0x2E, count: 1000), every: .milliseconds(200)),
                ]
            case .takesAndSendsForever:
                [.send("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-More: more\r\n".utf8))]
            case .takesAndResets:
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nta"), .reset]
            case .hangs: [.hang]
            case .dripsHeader:
                [
                    .drip(
                        Array("HTTP/1.1 200 OK\r\nX-Long: ".utf8)
                            + Array(repeating: 0x2E, count: 1000), every: .milliseconds(200))
                ]
            case .resets: [.reset]
            case .closes: [.close]
            case .sendsGarbage: [.send([0x00, 0xFF, 0x16, 0x03, 0x0A, 0x0A]), .close]
            }
        }

        var takesIt: Bool {
            switch self {
            case .takes, .takesSlowly, .takesAndDrips, .takesAndSendsForever, .takesAndResets: true
            case .answers, .echoes, .hangs, .dripsHeader, .resets, .closes, .sendsGarbage: false
            }
        }
    }

    private struct State {
        var behavior: Behavior
        var tries: [(at: Date, request: LoopbackServer.Request, isTaken: Bool)] = []
    }

    private final class Book: Sendable {
        let state: Mutex<State>

        init(_ behavior: Behavior) { state = Mutex(State(behavior: behavior)) }
    }

    private let book: Book
    private let server: LoopbackServer

    init(_ behavior: Behavior = .takes) throws {
        let book = Book(behavior)
        self.book = book
        server = try LoopbackServer { request in
            book.state.withLock { state in
                state.tries.append((.now, request, state.behavior.takesIt))
                return state.behavior.steps(for: request)
            }
        }
    }

    deinit { server.stop() }

    /// Its address, with a path.
    var url: String { "\(server.url)/hook" }

    /// Its address: what may be shown of a URL.
    var address: String { server.url }

    /// Changes what it does with requests from now on.
    func behave(_ behavior: Behavior) { book.state.withLock { $0.behavior = behavior } }

    /// The requests that came, each of which must hold a notification.
    func pages() throws -> [Page] {
        try book.state.withLock(\.tries).map { attempt in
            try Page(
                at: attempt.at, id: Self.header("webhook-id", of: attempt.request),
                isTaken: attempt.isTaken, body: attempt.request.body)
        }
    }

    /// The request lines and headers that came.
    var heads: [String] { book.state.withLock { $0.tries.map(\.request.head) } }

    /// The bodies that came.
    var bodies: [String] {
        book.state.withLock { $0.tries.map { String(decoding: $0.request.body, as: UTF8.self) } }
    }

    /// Waits until so many requests have come, and gives all.
    func pages(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Page] {
        _ = try await eventually(every: .milliseconds(20)) { try pages().count >= count }
        let found = try pages()
        try #require(
            found.count >= count, "\(count) requests: \(found.map(\.gist))",
            sourceLocation: sourceLocation)
        return found
    }

    /// Waits until so many notifications have been taken, and gives those that were.
    func taken(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Page] {
        _ = try await eventually(every: .milliseconds(20)) {
            try pages().count(where: \.isTaken) >= count
        }
        let found = try pages().filter(\.isTaken)
        try #require(
            found.count >= count, "\(count) taken: \(found.map(\.gist))",
            sourceLocation: sourceLocation)
        return found
    }

    static func header(_ name: String, of request: LoopbackServer.Request) -> String? {
        header(name, in: request.head)
    }

    /// The value of a header that stands there once.
    static func header(_ name: String, in head: String) -> String? {
        let values = head.split(separator: "\r\n").compactMap { line -> String? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
        return values.count == 1 ? values[0] : nil
    }
}
