import Foundation
import Serving

extension Server {
    /// How many connections it has accepted and not closed, by the descriptors of this process.
    var connectionCount: Int {
        let places = Set(boundAddresses.map(LocalPlace.init))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.count { descriptor in
            LocalPlace(ofConnection: descriptor).map(places.contains) ?? false
        }
    }
}

/// Where a socket is on this machine: at a port, or at a path.
private enum LocalPlace: Hashable {
    case port(UInt16)
    case path(String)
    case unknown

    init(_ address: ListenAddress) {
        self =
            switch address {
            case .anyInterface(let port), .loopback(let port), .ipv4(_, let port),
                .ipv6(_, let port):
                .port(port)
            case .unix(let path): .path(path)
            case .inherited: .unknown
            }
    }

    /// That of a connection; nil for all other descriptors.
    init?(ofConnection descriptor: Int32) {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
            isListening == 0
        else { return nil }
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let hasName = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
            }
        }
        guard hasName else { return nil }
        let bytes = withUnsafeBytes(of: address) { Array($0.prefix(Int(length)).dropFirst(2)) }
        switch Int32(address.ss_family) {
        case AF_INET, AF_INET6: self = .port(UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        case AF_UNIX: self = .path(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        default: return nil
        }
    }
}
