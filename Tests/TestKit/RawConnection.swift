import Glibc

/// Why a client did not get what it read for.
public enum RawConnectionError: Error, Hashable {
    /// A call of the system failed.
    case system(call: String, code: Int32)
    /// The time was over before.
    case timeout
    /// The connection ended in good order, but too early; with what had come by then.
    case closed(received: [UInt8])
    /// The connection was reset.
    case reset
    /// What came is no HTTP response.
    case malformed(String)
}

/// A client that sends just the bytes it is told to, and waits for no longer than it is told to.
public final class RawConnection {
    public let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to an IPv4 address.
    public init(port: UInt16, receiveBuffer: Int32? = nil) throws(RawConnectionError) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        descriptor = try Self.connect(to: address, AF_INET, receiveBuffer)
    }

    /// Connects to `::1`.
    public init(ipv6Port port: UInt16) throws(RawConnectionError) {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        inet_pton(AF_INET6, "::1", &address.sin6_addr)
        descriptor = try Self.connect(to: address, AF_INET6, nil)
    }

    /// Connects to a Unix socket.
    public init(unixPath path: String) throws(RawConnectionError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        descriptor = try Self.connect(to: address, AF_UNIX, nil)
    }

    deinit { close(descriptor) }

    private static func connect<Address>(
        to address: Address, _ family: Int32, _ receiveBuffer: Int32?
    ) throws(RawConnectionError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        if var size = receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw .system(call: "connect", code: code)
        }
        return descriptor
    }

    /// Sends bytes; false where the connection takes none any more.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        ConnectedSocket(descriptor).send(bytes)
    }

    /// Sends the UTF-8 of a text; false where the connection takes none any more.
    @discardableResult
    public func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// Sends a text and the end of the own side in one segment.
    public func sendLast(_ text: String) {
        var bytes = Array(text.utf8)
        Glibc.send(descriptor, &bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_MORE))
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes the closing of this connection a reset.
    public func resetOnClose() {
        ConnectedSocket(descriptor).resetOnClose()
    }

    /// Waits until bytes have come, or the end of the connection; reads nothing.
    public func waitForBytes(
        within duration: Duration = .seconds(10)
    ) throws(RawConnectionError) {
        guard ConnectedSocket(descriptor).hasNews(within: duration) else { throw .timeout }
    }

    /// The next bytes; empty at the end of the connection.
    public func readSome(within duration: Duration = .seconds(60)) throws(RawConnectionError)
        -> [UInt8]
    {
        if !buffer.isEmpty {
            defer { buffer = [] }
            return buffer
        }
        try waitForBytes(within: duration)
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else {
            if errno == ECONNRESET { throw .reset }
            throw .system(call: "recv", code: errno)
        }
        return Array(bytes[..<count])
    }

    /// All bytes up to the end of the connection.
    public func readToEnd(within duration: Duration = .seconds(60)) throws(RawConnectionError)
        -> [UInt8]
    {
        let end = ContinuousClock.now.advanced(by: duration)
        var all: [UInt8] = []
        while true {
            let bytes = try readSome(within: ContinuousClock.now.duration(to: end))
            guard !bytes.isEmpty else { return all }
            all += bytes
        }
    }

    /// Whether the connection ends, in good order or by a reset, before the time is over.
    ///
    /// What still comes is read and dropped.
    public func ends(within duration: Duration) -> Bool {
        do throws(RawConnectionError) {
            _ = try readToEnd(within: duration)
            return true
        } catch {
            return error == .reset
        }
    }

    /// Reads one response; what follows it stays for the next call.
    ///
    /// - Parameters:
    ///   - isForHead: whether it answers HEAD, so that no body follows.
    ///   - duration: how long the whole response may take.
    public func readResponse(
        isForHead: Bool = false, within duration: Duration = .seconds(60)
    ) throws(RawConnectionError) -> RawResponse {
        let end = ContinuousClock.now.advanced(by: duration)
        var reader = RawResponseReader(isForHead: isForHead)
        while true {
            let bytes = try readSome(within: ContinuousClock.now.duration(to: end))
            let isAtEnd = bytes.isEmpty
            if let response = try reader.take(bytes, isAtEnd: isAtEnd) {
                buffer = reader.rest
                return response
            }
            if isAtEnd { throw .closed(received: reader.rest) }
        }
    }
}
