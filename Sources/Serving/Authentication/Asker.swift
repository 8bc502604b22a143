import Glibc

/// Who has a password checked, as far as it can be told before it is: the part that has its turn.
struct Asker: Hashable {
    let peer: Peer
    /// The hash of the user's name, which may be long; names with the same one share their turns.
    let user: Int

    /// Makes one of a name as a request has it, known or not.
    init(peer: Peer, user: String) {
        self.peer = peer
        self.user = user.hashValue
    }

    /// The network address that a connection came from.
    enum Peer: Hashable {
        /// This machine, by a Unix socket, or unknown.
        case local
        /// An IPv4 address, also one that is mapped into IPv6.
        case ipv4(UInt32)
        /// The first half of an IPv6 address: who has one of the second half has all of them.
        case ipv6(UInt64)

        /// Reads what the kernel says of a connection.
        init(_ address: UnsafePointer<sockaddr>?) {
            guard let address else {
                self = .local
                return
            }
            let bytes = UnsafeRawPointer(address)
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                let address = bytes.loadUnaligned(as: sockaddr_in.self)
                self = .ipv4(UInt32(bigEndian: address.sin_addr.s_addr))
            case AF_INET6:
                let address = bytes.loadUnaligned(as: sockaddr_in6.self)
                self = withUnsafeBytes(of: address.sin6_addr) { Self.ipv6(bytes: $0) }
            default:
                self = .local
            }
        }

        private static func ipv6(bytes: UnsafeRawBufferPointer) -> Peer {
            let network = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
            let rest = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            // `::ffff:` and the address. RFC 4291, 2.5.5.2
            guard network == 0, rest >> 32 == 0xFFFF else { return .ipv6(network) }
            return .ipv4(UInt32(truncatingIfNeeded: rest))
        }
    }
}
