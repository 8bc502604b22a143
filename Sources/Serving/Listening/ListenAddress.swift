/// Where a server listens.
///
/// Port 0 stands for any free port; `Server.boundAddresses` tells which one it became.
public enum ListenAddress: Sendable, Hashable {
    /// Every interface, for IPv6 and IPv4 alike; for IPv4 alone where the machine has no IPv6.
    case anyInterface(port: UInt16)
    /// The loopback addresses of both families, at the same port.
    case loopback(port: UInt16)
    /// One IPv4 address, in dotted form.
    case ipv4(String, port: UInt16)
    /// One IPv6 address, without brackets; it takes no IPv4 connections.
    case ipv6(String, port: UInt16)
    /// A Unix domain socket at a path that starts with `/`.
    case unix(path: String)
    /// A listening stream socket that another process handed over; it is never closed here.
    case inherited(descriptor: Int32)
}

extension ListenAddress: CustomStringConvertible {
    /// The address in the form that `init(parsing:)` reads; a descriptor as `descriptor 3`.
    public var description: String {
        switch self {
        case .anyInterface(let port): ":\(port)"
        case .loopback(let port): "localhost:\(port)"
        case .ipv4(let host, let port): "\(host):\(port)"
        case .ipv6(let host, let port): "[\(host)]:\(port)"
        case .unix(let path): "unix:\(path)"
        case .inherited(let descriptor): "descriptor \(descriptor)"
        }
    }
}

extension ListenAddress {
    /// Whether only programs of this machine reach it; not known of an inherited one.
    public var isOfThisMachine: Bool {
        switch self {
        case .loopback, .unix: true
        case .ipv4(let host, port: _): host.hasPrefix("127.")
        case .ipv6(let host, port: _): host == "::1"
        case .anyInterface, .inherited: false
        }
    }

    /// The TCP port; nil where there is none to tell.
    public var port: UInt16? {
        switch self {
        case .anyInterface(let port), .loopback(let port), .ipv4(_, port: let port),
            .ipv6(_, port: let port):
            port
        case .unix, .inherited: nil
        }
    }
}
