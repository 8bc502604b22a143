import Foundation
import TestKit

/// A port that listens and whose queue is full: whoever connects hears nothing.
final class FullListener: Sendable {
    let port: UInt16
    private let descriptors: [Int32]

    /// - Parameters:
    ///   - port: 0 for a free one.
    ///   - isIPv6: whether it is one of `::1`, else of 127.0.0.1.
    init(port: UInt16 = 0, isIPv6: Bool = false) throws {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var list: UnsafeMutablePointer<addrinfo>?
        let host = isIPv6 ? "::1" : "127.0.0.1"
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let address = list?.pointee else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        defer { freeaddrinfo(list) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = socket(address.ai_family, type, 0)
        guard bind(listener, address.ai_addr, address.ai_addrlen) == 0, listen(listener, 0) == 0
        else {
            close(listener)
            throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
        var bound = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = getsockname(listener, generic, &length)
                // One has a place in the queue; more than that are for a system that rounds up.
            }
        }
        self.port = withUnsafeBytes(of: &bound) {
            UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
        var descriptors = [listener]
        for _ in 0..<4 {
            let client = socket(
                address.ai_family, type | Int32(SOCK_NONBLOCK.rawValue), 0)
            withUnsafePointer(to: &bound) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(client, $0, length)
                }
            }
            descriptors.append(client)
        }
        self.descriptors = descriptors
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
