import Foundation

/// One accepted connection of a `LoopbackServer`; blocks the thread that serves it.
final class ScriptedConnection {
    private let socket: Int32
    private var buffer: [UInt8] = []

    init(socket: Int32) {
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
            return send(bytes)
        case .drip(let bytes, let pause):
            for byte in bytes {
                guard send([byte]), !isClosedByPeer(within: pause) else { return false }
            }
            return true
        case .sendForever(let bytes):
            while send(bytes) {}
            return false
        case .hang:
            _ = isClosedByPeer(within: .seconds(3600))
            return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                socket, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        case .close:
            return false
        }
    }

    /// Waits for the peer to end the connection; a byte that it sends meanwhile ends the wait too.
    private func isClosedByPeer(within pause: Duration) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, Int32(pause / .milliseconds(1))) > 0
    }

    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer.append(contentsOf: chunk.prefix(count))
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                Glibc.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
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
