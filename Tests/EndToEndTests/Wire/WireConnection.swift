import Foundation
import TestKit

/// One accepted connection of a `WireProxy`; blocks the thread that serves it.
final class WireConnection {
    private let socket: ConnectedSocket
    private var buffer: [UInt8] = []

    init(_ socket: ConnectedSocket) {
        self.socket = socket
        var isOn: Int32 = 1
        // Each byte of what drips is to be a segment of its own.
        setsockopt(
            socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(4))
    }

    /// Reads a request with its body; nil where the peer ends the connection.
    func readRequest() -> [UInt8]? {
        while true {
            if let length = Self.length(of: buffer) {
                while buffer.count < length { if !receive() { return nil } }
                defer { buffer.removeFirst(length) }
                return Array(buffer.prefix(length))
            }
            if !receive() { return nil }
        }
    }

    /// The bytes of head and body; nil while the head is not whole.
    static func length(of bytes: [UInt8]) -> Int? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let field = head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("content-length:")
        }
        let value = field?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        return end.upperBound + (value.flatMap { Int($0) } ?? 0)
    }

    /// Carries acts out until the peer ends the connection; gives the bytes that went out.
    func perform(_ acts: [WireScript.Act]) -> [UInt8] {
        var passed: [UInt8] = []
        for act in acts {
            switch act {
            case .send(let bytes):
                guard socket.send(bytes) else { return passed }
                passed += bytes
            case .wait(let pause):
                if socket.hasNews(within: pause) { return passed }
            case .drip(let bytes, let pause):
                for byte in bytes {
                    guard !socket.hasNews(within: pause), socket.send([byte]) else { return passed }
                    passed.append(byte)
                }
            }
        }
        return passed
    }

    /// Ends the connection, or a side of it; false where no further request can come.
    func end(by ending: WireScript.Ending, waitsForPeer: Bool = false) -> Bool {
        switch ending {
        case .stays:
            if waitsForPeer { _ = socket.hasNews(within: .seconds(30)) }
            return !waitsForPeer
        case .closes:
            return false
        case .halfCloses:
            shutdown(socket.descriptor, Int32(SHUT_WR))
            while receive() {}
            return false
        case .resets:
            socket.resetOnClose()
            return false
        }
    }

    private func receive() -> Bool {
        guard let bytes = socket.receive() else { return false }
        buffer += bytes
        return true
    }
}
