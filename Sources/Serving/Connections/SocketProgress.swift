import CMicroHTTPD
import Glibc

/// How far a connection has come, as the kernel sees it.
struct SocketProgress: Hashable {
    /// Whether bytes were sent that the peer has not taken.
    var hasUnsent = false
    /// The bytes that came, in all; always 0 for a Unix socket, whose kernel does not count.
    var received: UInt64 = 0
    /// Whether the peer has closed its side.
    var isPeerClosed = false
}

extension SocketProgress {
    /// Asks the kernel.
    init(of socket: Int32) {
        var state: UInt8 = 0
        if exchangerate_mhd_tcp_progress(socket, &state, &received, &hasUnsent) != 0 {
            isPeerClosed = state == Self.closeWait
        } else {
            hasUnsent = exchangerate_mhd_unsent_bytes(socket) > 0
        }
    }

    /// `TCP_CLOSE_WAIT` of the kernel's include/net/tcp_states.h.
    private static let closeWait: UInt8 = 8
}
