import Glibc
import Testing

/// A port of 127.0.0.1 where nobody listens: connections are refused.
///
/// It stays bound as long as the tests run, so that the system gives it to nobody else, whoever still
/// asks there; a program that asks to use an address again can come to listen on it all the same
/// (socket(7), SO_REUSEADDR).
struct ReservedPort {
    let port: UInt16

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(4))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isBound, "no port is free")
    }

    /// `http://127.0.0.1:PORT`.
    var url: String { "http://127.0.0.1:\(port)" }
}
