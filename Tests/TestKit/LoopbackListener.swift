import Foundation
import Synchronization

/// Accepts connections at a free port of 127.0.0.1, and ends all of them together.
public final class LoopbackListener: Sendable {
    private struct State {
        var sockets: Set<Int32> = []
        var acceptedCount = 0
        var isStopped = false
    }

    private let listening: ListeningSocket
    private let state = Mutex(State())

    /// Listens; connections wait until they are served.
    public init() throws {
        listening = try ListeningSocket()
    }

    /// The port that the system picked.
    public var port: UInt16 { listening.port }
    /// `http://127.0.0.1:PORT`.
    public var url: String { "http://127.0.0.1:\(port)" }
    /// How many connections have been accepted.
    public var acceptedCount: Int { state.withLock(\.acceptedCount) }
    /// How many connections are open now.
    public var openCount: Int { state.withLock(\.sockets.count) }

    /// Serves each connection on a thread of its own, and closes it when that has returned.
    ///
    /// - Parameter serve: gets a connection with its number, from 1.
    public func serve(_ serve: @escaping @Sendable (ConnectedSocket, _ number: Int) -> Void) {
        Thread.detachNewThread { [self] in
            while let socket = listening.next() {
                guard let number = begin(socket) else {
                    close(socket)
                    break
                }
                Thread.detachNewThread { [self] in
                    serve(ConnectedSocket(socket), number)
                    end(socket)
                }
            }
        }
    }

    /// Ends all connections and the listening.
    public func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            listening.stop()
        }
    }

    /// The number of a connection; nil where all have been ended.
    private func begin(_ socket: Int32) -> Int? {
        state.withLock { state in
            if state.isStopped { return nil }
            state.sockets.insert(socket)
            state.acceptedCount += 1
            return state.acceptedCount
        }
    }

    private func end(_ socket: Int32) {
        state.withLock { state in
            state.sockets.remove(socket)
            // Closed under the lock, so that `stop()` meets no number used again.
            close(socket)
        }
    }
}
