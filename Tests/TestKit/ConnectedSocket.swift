import Glibc

/// What tests do with a connected socket, whose owner closes it.
public struct ConnectedSocket: Sendable {
    public let descriptor: Int32

    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Sends bytes; false where the connection takes none any more.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for the next bytes; nil where the connection has ended or failed.
    public func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    /// Whether bytes or the end of the connection come before the time is over.
    public func hasNews(within duration: Duration) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up, so that a wait of less than a millisecond is none of zero.
        let milliseconds = (max(.zero, duration) / .milliseconds(1)).rounded(.up)
        return poll(&polled, 1, Int32(milliseconds)) > 0
    }

    /// Makes the closing of this connection a reset.
    public func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }
}
