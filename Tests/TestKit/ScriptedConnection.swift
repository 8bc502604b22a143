import Foundation

/// One accepted connection of a `LoopbackServer`; blocks the thread that serves it.
final class ScriptedConnection {
    private let socket: ConnectedSocket
    private var buffer: [UInt8] = []

    init(_ socket: ConnectedSocket) {
        self.socket = socket
    }

    /// Reads a request with its body; nil where the peer ends the connection.
    func readRequest() -> (head: String, body: [UInt8])? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = buffer.firstRange(of: end) {
                let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                let length = Self.contentLength(of: head)
                while buffer.count < length { if !receive() { return nil } }
                let body = Array(buffer.prefix(length))
                buffer.removeFirst(length)
                return (head, body)
            }
            if !receive() { return nil }
        }
    }

    /// Carries out a step; false where the connection has ended.
    func perform(_ step: LoopbackServer.Step) -> Bool {
        switch step {
        case .send(let bytes):
            return socket.send(bytes)
        case .drip(let bytes, let pause):
            for byte in bytes {
                guard socket.send([byte]), !socket.hasNews(within: pause) else { return false }
            }
            return true
        case .sendForever(let bytes):
            while socket.send(bytes) {}
            return false
        case .hang:
            _ = socket.hasNews(within: .seconds(3600))
            return false
        case .reset:
            socket.resetOnClose()
            return false
        case .close:
            return false
        }
    }

    private func receive() -> Bool {
        guard let bytes = socket.receive() else { return false }
        buffer += bytes
        return true
    }

    private static func contentLength(of head: String) -> Int {
        for line in head.lowercased().split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.first == "content-length", let value = parts.last {
                return Int(value.trimmingCharacters(in: .whitespaces)) ?? 0
            }
        }
        return 0
    }
}
