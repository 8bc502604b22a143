import Glibc

/// A socket address in the form that the system's calls take.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Room for an address of any family.
    init() {}

    /// An IPv4 address; nil where the text is none.
    init?(ipv4 host: String, port: UInt16) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        store(&address, size: MemoryLayout<sockaddr_in>.size)
    }

    /// An IPv6 address; nil where the text is none.
    init?(ipv6 host: String, port: UInt16) {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
        store(&address, size: MemoryLayout<sockaddr_in6>.size)
    }

    /// The path of a Unix socket; nil where it is too long.
    init?(unixPath: String) {
        guard unixPath.utf8.count <= ListenAddress.longestUnixPath else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: unixPath.utf8) }
        store(&address, size: MemoryLayout<sockaddr_un>.size)
    }

    /// The address that a socket is bound to; nil where the descriptor is no socket.
    init?(boundTo descriptor: Int32) {
        guard withMutablePointer({ getsockname(descriptor, $0, $1) }) == 0 else { return nil }
    }

    private mutating func store<Address>(_ address: inout Address, size: Int) {
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: &address) { target.copyMemory(from: $0) }
        }
        length = socklen_t(size)
    }

    /// Calls a function of the system with the address.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Calls a function of the system that fills in the address.
    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    /// The address in words; nil for a family other than IPv4, IPv6 and Unix.
    var listenAddress: ListenAddress? {
        withUnsafeBytes(of: storage) { bytes -> ListenAddress? in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let address = bytes.loadUnaligned(as: sockaddr_in.self)
                return .ipv4(
                    Self.text(of: address.sin_addr, family: AF_INET),
                    port: UInt16(bigEndian: address.sin_port))
            case AF_INET6:
                let address = bytes.loadUnaligned(as: sockaddr_in6.self)
                let host = Self.text(of: address.sin6_addr, family: AF_INET6)
                let port = UInt16(bigEndian: address.sin6_port)
                return host == "::" ? .anyInterface(port: port) : .ipv6(host, port: port)
            case AF_UNIX:
                let offset = MemoryLayout<sa_family_t>.size
                let name = bytes[min(offset, Int(length))..<Int(length)]
                // An abstract one begins with a NUL, which is written as `@`. unix(7)
                let isAbstract = name.first == 0
                let path = String(decoding: name.drop { $0 == 0 }.prefix { $0 != 0 }, as: UTF8.self)
                return .unix(path: isAbstract && !path.isEmpty ? "@\(path)" : path)
            default:
                return nil
            }
        }
    }

    private static func text<Address>(of address: Address, family: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            withUnsafeBytes(of: address) { bytes in
                let result = inet_ntop(
                    family, bytes.baseAddress, buffer.baseAddress, socklen_t(INET6_ADDRSTRLEN))
                return result.map { String(cString: $0) } ?? "?"
            }
        }
    }
}
