import Foundation
import Synchronization
import TestKit

/// Stands between a client and a server whose words it cannot read, and does something to one byte
/// of what one of them says.
final class StreamProxy: Sendable {
    private struct State {
        var sockets: Set<Int32> = []
        var hasMet = false
        var said: [WireFault.Side: Int] = [:]
        var isStopped = false
    }

    let port: UInt16
    private let upstream: UInt16
    private let fault: WireFault
    private let listener: ListeningSocket
    private let state = Mutex(State())

    /// - Parameter upstream: the port of the server.
    init(to upstream: UInt16, fault: WireFault) throws {
        self.upstream = upstream
        self.fault = fault
        listener = try ListeningSocket()
        port = listener.port
        Thread.detachNewThread { [self] in
            while let socket = listener.next() {
                state.withLock { state in
                    if state.isStopped { shutdown(socket, Int32(SHUT_RDWR)) }
                    _ = state.sockets.insert(socket)
                }
                Thread.detachNewThread { [self] in serve(socket) }
            }
        }
    }

    /// Whether so much was said that the fault had its turn.
    var hasMet: Bool { state.withLock(\.hasMet) }

    /// How many bytes a side said, on all connections.
    func said(by side: WireFault.Side) -> Int { state.withLock { $0.said[side] ?? 0 } }

    /// Ends all connections and the listening.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            listener.stop()
        }
    }

    private func serve(_ client: Int32) {
        defer {
            state.withLock { state in
                state.sockets.remove(client)
                close(client)
            }
        }
        guard let server = try? RawConnection(port: upstream) else { return }
        while true {
            var polled = [client, server.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&polled, 2, 30_000) > 0 else { return }
            for (from, to, side) in [
                (client, server.descriptor, WireFault.Side.request),
                (server.descriptor, client, .answer),
            ] where polled[side == .request ? 0 : 1].revents != 0 {
                var chunk = [UInt8](repeating: 0, count: 16_384)
                let count = recv(from, &chunk, chunk.count, 0)
                guard count > 0 else { return }
                let start = state.withLock { state in
                    defer { state.said[side, default: 0] += count }
                    return state.said[side] ?? 0
                }
                guard pass(Array(chunk[..<count]), at: start, of: side, to: to, client: client)
                else { return }
            }
        }
    }

    /// Passes bytes on; false where the connection is to end.
    private func pass(
        _ bytes: [UInt8], at start: Int, of side: WireFault.Side, to socket: Int32, client: Int32
    ) -> Bool {
        guard fault.kind != .none, side == fault.side,
            start..<(start + bytes.count) ~= fault.place,
            // Nothing comes before the first byte that could be swapped with it.
            fault.kind != .swap || fault.place > start
        else { return Self.send(bytes, to: socket) }
        state.withLock { $0.hasMet = true }
        var own = fault
        own.place = fault.place - start
        let script = WireScript(bytes, with: own, former: [])
        for act in script.acts {
            switch act {
            case .send(let bytes):
                guard Self.send(bytes, to: socket) else { return false }
            case .wait(let pause):
                usleep(UInt32(pause / .microseconds(1)))
            case .drip(let bytes, let pause):
                for byte in bytes {
                    usleep(UInt32(pause / .microseconds(1)))
                    guard Self.send([byte], to: socket) else { return false }
                }
            }
        }
        switch fault.kind {
        case .close, .halfClose:
            return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            return false
        case .silence:
            Self.waitForEnd(of: client)
            return false
        case .none, .pause, .drip, .throttle, .flippedBit, .otherByte, .lostByte, .doubledByte,
            .lineBreak, .nul, .swap, .stale, .twice, .late, .garbage:
            return true
        }
    }

    private static func waitForEnd(of socket: Int32) {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while recv(socket, &chunk, chunk.count, 0) > 0 {}
    }

    private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
