import Testing

@testable import Serving

struct AskerTests {
    private func peer(_ host: String, port: UInt16 = 1) throws -> Asker.Peer {
        let address =
            host.contains(":")
            ? SocketAddress(ipv6: host, port: port) : SocketAddress(ipv4: host, port: port)
        return try #require(address).withPointer { address, _ in Asker.Peer(address) }
    }

    static let pairs: [(name: String, one: String, other: String, isSame: Bool)] = [
        ("two of IPv4", "192.0.2.1", "192.0.2.2", false),
        ("one, mapped into IPv6", "192.0.2.1", "::ffff:192.0.2.1", true),
        ("two that are mapped", "::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
        ("two of a network of IPv6", "2001:db8:1:2::1", "2001:db8:1:2:ffff::2", true),
        ("two networks of IPv6", "2001:db8:1:2::1", "2001:db8:1:3::1", false),
    ]

    @Test(arguments: pairs)
    func `peers are told apart by their address`(
        name: String, one: String, other: String, isSame: Bool
    ) throws {
        #expect(try (peer(one) == peer(other, port: 2)) == isSame)
    }

    @Test func `all of a Unix socket are one`() throws {
        let address = try #require(SocketAddress(unixPath: "/run/socket"))
        #expect(address.withPointer { address, _ in Asker.Peer(address) } == .local)
        #expect(Asker.Peer(nil) == .local)
    }
}
