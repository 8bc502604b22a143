import CGnuTLS
import Glibc
import TestKit

/// A connection that never waits: what cannot be sent is left, and what has come is taken.
final class FuzzConnection {
    private let connection: RawConnection
    private let session: TLSSession?
    /// All that came.
    private(set) var received: [UInt8] = []
    /// Whether the peer ended it, in good order or not.
    private(set) var hasEnded = false
    private var takesMore = true

    /// Connects, and shakes hands where it is to be encrypted.
    init(port: UInt16, isEncrypted: Bool) throws {
        connection = try RawConnection(port: port)
        var isOn: Int32 = 1
        setsockopt(connection.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
        session = isEncrypted ? try TLSSession(descriptor: connection.descriptor) : nil
        let flags = fcntl(connection.descriptor, F_GETFL)
        _ = fcntl(connection.descriptor, F_SETFL, flags | O_NONBLOCK)
    }

    /// Sends what the peer takes at once.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while takesMore, !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                session?.send(buffer)
                    ?? Glibc.send(
                        connection.descriptor, buffer.baseAddress, buffer.count,
                        Int32(MSG_NOSIGNAL))
            }
            // A peer that reads no more has no more to be told either.
            takesMore = count > 0
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Closes the own side.
    func closeSide() { shutdown(connection.descriptor, Int32(SHUT_WR)) }

    /// Makes its end a reset.
    func resetOnClose() { connection.resetOnClose() }

    /// Takes what has come; false where that is nothing.
    func take() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65536)
        var isNew = false
        while !hasEnded {
            let count = bytes.withUnsafeMutableBytes { buffer in
                session?.receive(buffer)
                    ?? recv(connection.descriptor, buffer.baseAddress, buffer.count, 0)
            }
            if count < 0, errno == EAGAIN { break }
            isNew = true
            guard count > 0 else {
                hasEnded = true
                break
            }
            received += bytes[..<count]
        }
        return isNew
    }
}

/// A client's session of TLS over a socket, which checks no certificate.
private final class TLSSession {
    private struct Failed: Error { let code: Int32 }

    private let session: gnutls_session_t
    private let credentials: gnutls_certificate_credentials_t

    init(descriptor: Int32) throws {
        var session: gnutls_session_t?
        var credentials: gnutls_certificate_credentials_t?
        gnutls_certificate_allocate_credentials(&credentials)
        gnutls_init(&session, UInt32(GNUTLS_CLIENT) | UInt32(GNUTLS_NO_SIGNAL))
        guard let session, let credentials else { throw Failed(code: 0) }
        self.session = session
        self.credentials = credentials
        gnutls_set_default_priority(session)
        gnutls_credentials_set(
            session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        gnutls_transport_set_int2(session, descriptor, descriptor)
        gnutls_handshake_set_timeout(session, 60_000)
        let code = gnutls_handshake(session)
        guard code == 0 else { throw Failed(code: code) }
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        gnutls_record_send(session, bytes.baseAddress, bytes.count)
    }

    /// As recv(2) does it, with `errno`.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
            switch Int32(clamping: count) {
            case GNUTLS_E_AGAIN:
                errno = EAGAIN
                return -1
            case GNUTLS_E_INTERRUPTED: continue
            case ..<0:
                errno = ECONNRESET
                return -1
            default: return count
            }
        }
    }
}
