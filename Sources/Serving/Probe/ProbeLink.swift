import CGnuTLS
import Glibc

/// A connection that a probe asks over.
protocol ProbeLink: ~Copyable {
    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws(ProbeError)
    /// The next bytes; none at the end.
    func receive() throws(ProbeError) -> [UInt8]
}

/// A connection without TLS.
struct PlainLink: ProbeLink {
    let socket: Int32

    func send(_ bytes: [UInt8]) throws(ProbeError) {
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw .unreachable(reason: systemReason())
        }
    }

    func receive() throws(ProbeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count >= 0 else {
            throw errno == EAGAIN ? .timeout : .unreachable(reason: systemReason())
        }
        return Array(bytes[..<count])
    }
}

/// A connection with TLS, whose certificate nobody checks.
final class TLSLink: ProbeLink {
    private let session: gnutls_session_t
    private let credentials: gnutls_certificate_credentials_t

    /// Shakes hands.
    init(socket: Int32) throws(ProbeError) {
        var credentials: gnutls_certificate_credentials_t?
        var session: gnutls_session_t?
        guard gnutls_certificate_allocate_credentials(&credentials) == 0, let credentials else {
            throw .tls(reason: "no memory left")
        }
        guard gnutls_init(&session, UInt32(GNUTLS_CLIENT) | UInt32(GNUTLS_NO_SIGNAL)) == 0,
            let session
        else {
            gnutls_certificate_free_credentials(credentials)
            throw .tls(reason: "no memory left")
        }
        self.session = session
        self.credentials = credentials
        gnutls_set_default_priority(session)
        gnutls_credentials_set(
            session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        gnutls_transport_set_int2(session, socket, socket)
        try Self.check(Self.again { gnutls_handshake(session) })
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
    }

    func send(_ bytes: [UInt8]) throws(ProbeError) {
        try Self.check(
            Self.again { Int32(clamping: gnutls_record_send(session, bytes, bytes.count)) })
    }

    func receive() throws(ProbeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Self.again {
            Int32(clamping: gnutls_record_recv(session, &bytes, bytes.count))
        }
        try Self.check(count)
        return Array(bytes[..<Int(count)])
    }

    /// Calls what a signal may have interrupted until it was not.
    private static func again(_ call: () -> Int32) -> Int32 {
        var code = call()
        while code == GNUTLS_E_INTERRUPTED { code = call() }
        return code
    }

    private static func check(_ code: Int32) throws(ProbeError) {
        switch code {
        case 0...: return
        case GNUTLS_E_AGAIN: throw .timeout
        default: throw .tls(reason: String(cString: gnutls_strerror(code)))
        }
    }
}
