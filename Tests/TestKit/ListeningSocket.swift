import Foundation

/// A socket that listens on a free port of 127.0.0.1.
final class ListeningSocket: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// - Parameter backlog: how many connections wait to be accepted.
    init(backlog: Int32 = 512) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let hasFailed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) != 0 || listen(descriptor, backlog) != 0
                    || getsockname(descriptor, generic, &length) != 0
            }
        }
        if descriptor < 0 || hasFailed { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits for a connection; nil once it has been stopped.
    func next() -> Int32? {
        let socket = accept(descriptor, nil, nil)
        return socket >= 0 ? socket : nil
    }

    /// Ends the listening.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
