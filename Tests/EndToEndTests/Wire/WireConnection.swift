import Foundation

/// One accepted connection of a `WireProxy`; blocks the thread that serves it.
final class WireConnection {
    private let socket: Int32
    private var buffer: [UInt8] = []

    init(socket: Int32) {
        self.socket = socket
        var isOn: Int32 = 1
        // Each byte of what drips is to be a segment of its own.
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(4))
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
                guard send(bytes) else { return passed }
                passed += bytes
            case .wait(let pause):
                if hasEnded(within: pause) { return passed }
            case .drip(let bytes, let pause):
                for byte in bytes {
                    guard !hasEnded(within: pause), send([byte]) else { return passed }
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
            if waitsForPeer { _ = hasEnded(within: .seconds(30)) }
            return !waitsForPeer
        case .closes:
            return false
        case .halfCloses:
            shutdown(socket, Int32(SHUT_WR))
            while receive() {}
            return false
        case .resets:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    /// Waits for the peer to end the connection; a byte that it sends meanwhile ends the wait too.
    private func hasEnded(within pause: Duration) -> Bool {
        var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        if pause < .milliseconds(1) {
            usleep(UInt32(pause / .microseconds(1)))
            return poll(&polled, 1, 0) > 0
        }
        return poll(&polled, 1, Int32(pause / .milliseconds(1))) > 0
    }

    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(socket, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer.append(contentsOf: chunk.prefix(count))
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool {
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
