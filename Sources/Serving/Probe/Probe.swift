import CGnuTLS
import Glibc

/// Asks a server of this machine for a page, to see whether it works.
///
/// Certificates are not checked: they are made for the names that others reach the server by, nothing
/// secret is sent, and the answer is one number. Blocks its thread.
public struct Probe: Sendable {
    /// How long the whole of it may take.
    public var timeout: Duration = .seconds(5)
    private let address: ListenAddress
    private let isEncrypted: Bool

    /// Makes a probe of what listens at an address.
    public init(address: ListenAddress, isEncrypted: Bool) {
        self.address = address
        self.isEncrypted = isEncrypted
    }

    /// The status that the server answers with for a path.
    public func status(of path: String) throws(ProbeError) -> Int {
        let socket = try connected()
        defer { close(socket) }
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard isEncrypted else { return try ask(PlainLink(socket: socket), request) }
        return try ask(try TLSLink(socket: socket), request)
    }

    private func ask(_ link: some ProbeLink, _ request: [UInt8]) throws(ProbeError) -> Int {
        try link.send(request)
        var head: [UInt8] = []
        // `HTTP/1.1 200`
        while head.count < 12 {
            let bytes = try link.receive()
            guard !bytes.isEmpty else { throw .noAnswer }
            head += bytes
        }
        guard head.starts(with: "HTTP/1.".utf8),
            let status = Int(String(decoding: head[9..<12], as: UTF8.self))
        else { throw .noAnswer }
        return status
    }

    private func connected() throws(ProbeError) -> Int32 {
        let places: [(SocketAddress?, Int32)] =
            switch address {
            case .anyInterface(let port), .loopback(let port):
                [
                    (SocketAddress(ipv4: "127.0.0.1", port: port), AF_INET),
                    (SocketAddress(ipv6: "::1", port: port), AF_INET6),
                ]
            case .ipv4(let host, let port): [(SocketAddress(ipv4: host, port: port), AF_INET)]
            case .ipv6(let host, let port): [(SocketAddress(ipv6: host, port: port), AF_INET6)]
            case .unix(let path): [(SocketAddress(unixPath: path), AF_UNIX)]
            case .inherited: []
            }
        guard address.port != 0 else { throw .noPlace }
        var failure = ProbeError.noPlace
        for (place, family) in places {
            guard let place else { continue }
            let socket = Glibc.socket(
                family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard socket >= 0 else { throw .unreachable(reason: systemReason()) }
            limitWaits(of: socket)
            if place.withPointer({ connect(socket, $0, $1) }) == 0 { return socket }
            failure = .unreachable(reason: systemReason())
            close(socket)
        }
        throw failure
    }

    private func limitWaits(of socket: Int32) {
        var limit = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}

/// What the system says of its last refusal.
func systemReason() -> String { String(cString: strerror(errno)) }
