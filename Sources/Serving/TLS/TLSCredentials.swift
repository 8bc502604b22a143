import CGnuTLS

/// Checked settings in GnuTLS' form, for any number of connections.
///
/// A connection keeps those that it began with, so that newer ones concern new connections alone.
public final class TLSCredentials: @unchecked Sendable {
    // Unchecked, and right: both objects are set up in `init` alone, and sessions, which GnuTLS lets
    // share them between threads, only read them.
    // https://www.gnutls.org/manual/html_node/Thread-safety.html
    private let credentials: gnutls_certificate_credentials_t
    private let priorities: gnutls_priority_t
    private let clientAuthentication: ClientAuthentication

    /// Reads certificates, key and authorities, and checks that they belong together.
    public init(_ settings: TLSSettings) throws(TLSError) {
        try Self.check(settings)
        var credentials: gnutls_certificate_credentials_t?
        let code = gnutls_certificate_allocate_credentials(&credentials)
        guard code == 0, let credentials else { throw .failed(reason: Self.reason(code)) }
        do throws(TLSError) {
            try Self.fill(credentials, with: settings)
            priorities = try Self.priorities(settings)
        } catch {
            gnutls_certificate_free_credentials(credentials)
            throw error
        }
        self.credentials = credentials
        clientAuthentication = settings.clientAuthentication
    }

    deinit {
        gnutls_certificate_free_credentials(credentials)
        gnutls_priority_deinit(priorities)
    }

    /// Makes a session go by these, before its handshake; the session must end before they do.
    ///
    /// What asks for a client's certificate comes first, so that no fault in between leaves a
    /// session that can be used without.
    func apply(to session: gnutls_session_t) {
        switch clientAuthentication {
        case .none:
            gnutls_certificate_server_set_request(session, GNUTLS_CERT_IGNORE)
        case .request, .verifyIfGiven:
            gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST)
        case .requireAny, .requireAndVerify:
            gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE)
        }
        if clientAuthentication.verifies {
            gnutls_session_set_verify_function(session, verifyClient)
        }
        guard gnutls_priority_set(session, priorities) == 0 else { return }
        gnutls_credentials_set(
            session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    }

    /// Reads each part alone: what GnuTLS says of all at once does not tell which one is wrong.
    private static func check(_ settings: TLSSettings) throws(TLSError) {
        var certificates: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        let read = withDatum(settings.certificates) {
            gnutls_x509_crt_list_import2(&certificates, &count, &$0, GNUTLS_X509_FMT_PEM, 0)
        }
        guard read == 0, count > 0 else { throw .certificates(reason: reason(read)) }
        for index in 0..<Int(count) { gnutls_x509_crt_deinit(certificates?[index]) }
        exchangerate_gnutls_free(certificates)

        var key: gnutls_x509_privkey_t?
        guard gnutls_x509_privkey_init(&key) == 0 else { throw .failed(reason: "no memory left") }
        defer { gnutls_x509_privkey_deinit(key) }
        let code = withDatum(settings.key) {
            gnutls_x509_privkey_import2(key, &$0, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard code == 0 else {
            let isEncrypted = code == GNUTLS_E_DECRYPTION_FAILED
            throw .key(
                reason: isEncrypted ? "it is under a password; store it without" : reason(code))
        }
    }

    private static func fill(
        _ credentials: gnutls_certificate_credentials_t, with settings: TLSSettings
    ) throws(TLSError) {
        let code = withDatum(settings.certificates) { certificates in
            withDatum(settings.key) { key in
                gnutls_certificate_set_x509_key_mem2(
                    credentials, &certificates, &key, GNUTLS_X509_FMT_PEM, nil, 0)
            }
        }
        guard code >= 0 else {
            if code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH { throw .keyOfAnother }
            throw .certificates(reason: reason(code))
        }
        guard !settings.clientAuthorities.isEmpty else { return }
        let count = withDatum(settings.clientAuthorities) {
            gnutls_certificate_set_x509_trust_mem(credentials, &$0, GNUTLS_X509_FMT_PEM)
        }
        guard count > 0 else { throw .clientAuthorities(reason: reason(count)) }
    }

    private static func priorities(_ settings: TLSSettings) throws(TLSError) -> gnutls_priority_t {
        var priorities: gnutls_priority_t?
        let code = gnutls_priority_init(&priorities, settings.priorities, nil)
        guard code == 0, let priorities else { throw .failed(reason: reason(code)) }
        return priorities
    }

    private static func withDatum(
        _ bytes: [UInt8], _ body: (inout gnutls_datum_t) -> Int32
    ) -> Int32 {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }

    private static func reason(_ code: Int32) -> String {
        let isNothing = [
            0, GNUTLS_E_NO_CERTIFICATE_FOUND, GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE,
            GNUTLS_E_BASE64_UNEXPECTED_HEADER_ERROR,
        ].contains(code)
        return isNothing ? "none was found" : String(cString: gnutls_strerror(code))
    }
}

/// Checks a client's certificate within the handshake, which ends with an alert where it is refused.
///
/// Whether there must be one is told by the request for it.
private func verifyClient(_ session: gnutls_session_t?) -> Int32 {
    var count: UInt32 = 0
    guard gnutls_certificate_get_peers(session, &count) != nil, count > 0 else { return 0 }
    var status: UInt32 = 0
    var purpose = Array(GNUTLS_KP_TLS_WWW_CLIENT.utf8) + [0]
    let code = purpose.withUnsafeMutableBufferPointer { purpose in
        // Of a text that ends in a NUL, the size is not told.
        var wanted = gnutls_typed_vdata_st(
            type: GNUTLS_DT_KEY_PURPOSE_OID, data: purpose.baseAddress, size: 0)
        return gnutls_certificate_verify_peers(session, &wanted, 1, &status)
    }
    return code == 0 && status == 0 ? 0 : GNUTLS_E_CERTIFICATE_ERROR
}
