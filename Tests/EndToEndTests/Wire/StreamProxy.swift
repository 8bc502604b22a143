import Foundation
import Synchronization
import TestKit

/// Stands between a client and a server whose words it cannot read, and does something to one byte
/// of what one of them says.
final class StreamProxy: Sendable {
    private struct State {
        var hasMet = false
        var said: [WireFault.Side: [UInt8]] = [:]
    }

    private let upstream: UInt16
    private let fault: WireFault
    private let listener: LoopbackListener
    private let state = Mutex(State())

    /// - Parameter upstream: the port of the server.
    init(to upstream: UInt16, fault: WireFault) throws {
        self.upstream = upstream
        self.fault = fault
        listener = try LoopbackListener()
        listener.serve { [self] client, _ in serve(client) }
    }

    var port: UInt16 { listener.port }

    /// Whether so much was said that the fault had its turn.
    var hasMet: Bool { state.withLock(\.hasMet) }

    /// What a side said, on all connections.
    func said(by side: WireFault.Side) -> [UInt8] { state.withLock { $0.said[side] ?? [] } }

    /// Ends all connections and the listening.
    func stop() { listener.stop() }

    private func serve(_ client: ConnectedSocket) {
        guard let connection = try? RawConnection(port: upstream) else { return }
        let server = ConnectedSocket(connection.descriptor)
        while true {
            var polled = [client, server].map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&polled, 2, 30_000) > 0 else { return }
            for (from, to, side) in [
                (client, server, WireFault.Side.request), (server, client, .answer),
            ] where polled[side == .request ? 0 : 1].revents != 0 {
                guard let bytes = from.receive() else { return }
                let start = state.withLock { state in
                    defer { state.said[side, default: []] += bytes }
                    return state.said[side]?.count ?? 0
                }
                guard pass(bytes, at: start, of: side, to: to, client: client) else { return }
            }
        }
    }

    /// Passes bytes on; false where the connection is to end.
    private func pass(
        _ bytes: [UInt8], at start: Int, of side: WireFault.Side, to peer: ConnectedSocket,
        client: ConnectedSocket
    ) -> Bool {
        guard fault.kind != .none, side == fault.side,
            start..<(start + bytes.count) ~= fault.place,
            // Nothing comes before the first byte that could be swapped with it.
            fault.kind != .swap || fault.place > start
        else { return peer.send(bytes) }
        state.withLock { $0.hasMet = true }
        var own = fault
        own.place = fault.place - start
        let script = WireScript(bytes, with: own, former: [])
        for act in script.acts {
            switch act {
            case .send(let bytes):
                guard peer.send(bytes) else { return false }
            case .wait(let pause):
                usleep(UInt32(pause / .microseconds(1)))
            case .drip(let bytes, let pause):
                for byte in bytes {
                    usleep(UInt32(pause / .microseconds(1)))
                    guard peer.send([byte]) else { return false }
                }
            }
        }
        switch fault.kind {
        case .close, .halfClose:
            return false
        case .reset:
            client.resetOnClose()
            return false
        case .silence:
            while client.receive() != nil {}
            return false
        case .none, .pause, .drip, .throttle, .flippedBit, .otherByte, .lostByte, .doubledByte,
            .lineBreak, .nul, .swap, .stale, .twice, .late, .garbage:
            return true
        }
    }
}
