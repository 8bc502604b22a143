import Glibc

/// The socket that a service manager takes messages at: a datagram each, of lines. sd_notify(3)
struct NotifySocket: Sendable {
    /// How long a message that must not be lost waits for a queue that is full.
    private static let patience = timeval(tv_sec: 1, tv_usec: 0)

    private let address: sockaddr_un
    private let length: socklen_t

    /// Reads an address: an absolute path, or `@` and a name of the abstract namespace.
    ///
    /// Nil for any other; there are none of them up to systemd 252.
    init?(_ text: String) {
        var name = Array(text.utf8)
        let isAbstract = name.first == UInt8(ascii: "@")
        guard isAbstract || text.hasPrefix("/"), name.count > 1, !name.contains(0) else {
            return nil
        }
        if isAbstract { name[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A path ends with a NUL; an abstract name has the length that is given. unix(7)
        let size = name.count + (isAbstract ? 0 : 1)
        guard size <= MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        self.address = address
        length = socklen_t(MemoryLayout<sa_family_t>.size + size)
    }

    /// Sends lines such as `READY=1` in one message; gives the system's error, nil where it is sent.
    ///
    /// - Parameter mayWait: whether to wait a second where the queue is full, not to lose it.
    func send(_ lines: [String], mayWait: Bool) -> Int32? {
        // One for each message: what listens there may be replaced at any time.
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var patience = Self.patience
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let text = Array(lines.joined(separator: "\n").utf8)
        let flags = Int32(MSG_NOSIGNAL | (mayWait ? 0 : MSG_DONTWAIT))
        let sent = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, flags, $0, length)
            }
        }
        return sent < 0 ? errno : nil
    }
}
