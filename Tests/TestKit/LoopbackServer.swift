import Foundation
import Synchronization

/// A server on a free port of 127.0.0.1 that answers each request by a script of bytes.
///
/// It knows no more of HTTP than where a request ends, so that it can answer with anything.
public final class LoopbackServer: Sendable {
    /// One act of an answer.
    public enum Step: Sendable {
        case send([UInt8])
        /// Sends one byte at a time.
        case drip([UInt8], every: Duration)
        /// Sends the same bytes until the peer ends the connection.
        case sendForever([UInt8])
        /// Sends nothing more until the peer or `stop()` ends the connection.
        case hang
        /// Ends the connection by RST.
        case reset
        /// Ends the connection by FIN.
        case close

        /// Sends a text.
        public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    /// A request as it came.
    public struct Request: Sendable {
        /// Request line and headers.
        public var head: String
        public var body: [UInt8]
        /// The number of its connection, from 1.
        public var connection: Int
    }

    private struct State {
        var sockets: Set<Int32> = []
        var acceptedCount = 0
        var openCount = 0
        var requests: [Request] = []
        var isStopped = false
    }

    /// The port that the system picked.
    public let port: UInt16
    private let listener: ListeningSocket
    private let greeting: [Step]
    private let answer: @Sendable (Request) -> [Step]
    private let state = Mutex(State())

    /// Listens, and answers each request by the steps that the closure gives for it.
    ///
    /// A connection stays open after the steps, unless one of them ends it. The greeting comes
    /// before any request is read.
    public init(
        greeting: [Step] = [], answer: @escaping @Sendable (Request) -> [Step]
    ) throws {
        self.greeting = greeting
        self.answer = answer
        listener = try ListeningSocket()
        port = listener.port
        Thread.detachNewThread { [self] in acceptConnections() }
    }

    /// Answers every request by the same steps.
    public convenience init(_ steps: Step...) throws {
        try self.init { _ in steps }
    }

    /// `http://127.0.0.1:PORT`.
    public var url: String { "http://127.0.0.1:\(port)" }
    /// How many connections have been accepted.
    public var connectionCount: Int { state.withLock { $0.acceptedCount } }
    /// How many connections are open now.
    public var openConnectionCount: Int { state.withLock { $0.openCount } }
    /// All requests so far.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Ends all connections and the listening.
    public func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            listener.stop()
        }
    }

    private func acceptConnections() {
        while let socket = listener.next() {
            let number = state.withLock { state -> Int? in
                if state.isStopped { return nil }
                state.sockets.insert(socket)
                state.acceptedCount += 1
                state.openCount += 1
                return state.acceptedCount
            }
            guard let number else {
                close(socket)
                break
            }
            Thread.detachNewThread { [self] in
                serve(ScriptedConnection(socket: socket), number: number)
                state.withLock { state in
                    state.sockets.remove(socket)
                    state.openCount -= 1
                    // Closed under the lock, so that `stop()` meets no number used again.
                    close(socket)
                }
            }
        }
    }

    private func serve(_ connection: ScriptedConnection, number: Int) {
        for step in greeting where !connection.perform(step) { return }
        while let (head, body) = connection.readRequest() {
            let request = Request(head: head, body: body, connection: number)
            state.withLock { $0.requests.append(request) }
            for step in answer(request) where !connection.perform(step) { return }
        }
    }
}
