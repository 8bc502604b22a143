import TestKit
import Testing

@testable import Serving

struct TLSCredentialsTests {
    private let authority: CertificateAuthority
    private let one: CertificateAuthority.Certificate
    private let other: CertificateAuthority.Certificate

    init() async throws {
        authority = try await CertificateAuthority()
        one = try await authority.issue()
        other = try await authority.issue()
    }

    private func error(
        certificates: [UInt8]? = nil, key: [UInt8]? = nil, clientAuthorities: [UInt8] = []
    ) throws -> TLSError? {
        let settings = TLSSettings(
            certificates: try certificates ?? one.certificate, key: try key ?? one.key,
            clientAuthorities: clientAuthorities)
        do throws(TLSError) {
            _ = try TLSCredentials(settings)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a certificate with its key is taken, alone and with its chain`() throws {
        #expect(try error() == nil)
        #expect(try error(certificates: one.certificate + authority.own.certificate) == nil)
        #expect(try error(clientAuthorities: authority.own.certificate) == nil)
    }

    static let rubbish = ["", "hunter2", "-----BEGIN CERTIFICATE-----\nhunter2\n"]

    @Test(arguments: rubbish)
    func `each part that cannot be read is told, and nothing of it`(text: String) throws {
        let bytes = Array(text.utf8)
        guard case .certificates = try error(certificates: bytes) else {
            Issue.record("not about the certificates")
            return
        }
        guard case .key = try error(key: bytes) else {
            Issue.record("not about the key")
            return
        }
        if !bytes.isEmpty {
            guard case .clientAuthorities = try error(clientAuthorities: bytes) else {
                Issue.record("not about the authorities")
                return
            }
        }
        #expect(try error(key: bytes)?.description.contains("hunter2") == false)
    }

    @Test func `the key of another certificate is told as such`() throws {
        #expect(try error(key: other.key) == .keyOfAnother)
        #expect(try error(certificates: other.certificate) == .keyOfAnother)
    }

    @Test func `a file that was cut is told`() throws {
        #expect(try error(certificates: Array(one.certificate.dropLast(80))) != nil)
        #expect(try error(key: Array(one.key.dropLast(60))) != nil)
    }

    @Test func `a key under a password is told as such`() async throws {
        let process = try ChildProcess(
            "/usr/bin/openssl",
            ["pkcs8", "-topk8", "-in", one.keyFile, "-passout", "pass:hunter2"])
        #expect(await process.exitStatus() == 0)
        let error = try error(key: Array(process.standardOutput.utf8))
        #expect(error?.description.contains("it is under a password") == true)
    }

    @Test func `the versions are those of the range`() throws {
        let settings = TLSSettings(certificates: [], key: [], versions: .tls12 ... .tls13)
        #expect(settings.priorities == "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2")
    }
}
