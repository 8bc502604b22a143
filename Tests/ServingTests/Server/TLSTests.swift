import Foundation
import TestKit
import Testing

@testable import Serving

extension ServerTests {
    @Suite struct TLSTests {
        private let authority: CertificateAuthority
        private let certificate: CertificateAuthority.Certificate

        init() async throws {
            authority = try await CertificateAuthority()
            certificate = try await authority.issue()
        }

        private func settings(
            _ clients: ClientAuthentication = .none, authority: CertificateAuthority? = nil,
            versions: ClosedRange<TLSVersion> = .tls12 ... .tls13
        ) throws -> TLSSettings {
            TLSSettings(
                certificates: try certificate.certificate, key: try certificate.key,
                clientAuthorities: try authority?.own.certificate ?? [],
                clientAuthentication: clients, versions: versions)
        }

        private func withTLS(
            _ settings: TLSSettings, routes: [Route] = [.text(), .big(bytes: 1_000_000)],
            deadlines: Deadlines = Deadlines(),
            _ test: (_ server: Server, _ port: UInt16) async throws -> Void
        ) async throws {
            try await withServer(
                routes, deadlines: deadlines,
                access: AccessPolicy(tls: try TLSCredentials(settings)), test)
        }

        private func get(
            _ path: String = "/m", port: UInt16, _ arguments: [String] = []
        ) async throws -> Curl.Result {
            try await Curl.get(
                "https://127.0.0.1:\(port)\(path)",
                ["--cacert", authority.own.certificateFile] + arguments)
        }

        @Test func `a client that knows the authority is answered, whole`() async throws {
            try await withTLS(try settings()) { server, port in
                let small = try await get(port: port)
                #expect(small.status == 200)
                #expect(small.text.hasSuffix("metrics\n"))
                let big = try await get("/big", port: port)
                #expect(big.text.utf8.count > 1_000_000)
                try await eventually("all are gone") { server.connectionCount == 0 }
            }
        }

        @Test func `a client that does not know the authority refuses`() async throws {
            try await withTLS(try settings()) { _, port in
                let result = try await Curl.get("https://127.0.0.1:\(port)/m")
                #expect(result.exitStatus == 60)
            }
        }

        static let versions: [(range: ClosedRange<TLSVersion>, asked: String, isTaken: Bool)] = [
            (.tls12 ... .tls13, "1.1", false), (.tls12 ... .tls13, "1.2", true),
            (.tls12 ... .tls13, "1.3", true), (.tls13 ... .tls13, "1.2", false),
            (.tls13 ... .tls13, "1.3", true), (.tls12 ... .tls12, "1.3", false),
            (.tls12 ... .tls12, "1.2", true), (.tls10 ... .tls13, "1.0", true),
            (.tls10 ... .tls13, "1.1", true), (.tls11 ... .tls13, "1.0", false),
        ]

        @Test(arguments: versions)
        func `only the versions that are set are spoken`(
            range: ClosedRange<TLSVersion>, asked: String, isTaken: Bool
        ) async throws {
            try await withTLS(try settings(versions: range)) { _, port in
                let result = try await get(
                    port: port,
                    [
                        "--tlsv\(asked)", "--tls-max", asked,
                        // OpenSSL itself refuses the old ones otherwise.
                        "--ciphers", "DEFAULT@SECLEVEL=0",
                    ])
                #expect(result.status == (isTaken ? 200 : 0))
            }
        }

        /// Which client a server of each kind lets in: none, one of another authority, a good one,
        /// and one whose certificate is a server's.
        static let clients: [(kind: ClientAuthentication, isLetIn: [Bool])] = [
            (.none, [true, true, true, true]), (.request, [true, true, true, true]),
            (.requireAny, [false, true, true, true]),
            (.verifyIfGiven, [true, false, true, false]),
            (.requireAndVerify, [false, false, true, false]),
        ]

        @Test(arguments: clients, ["1.2", "1.3"])
        func `clients are let in by their certificates`(
            _ row: (kind: ClientAuthentication, isLetIn: [Bool]), version: String
        ) async throws {
            let stranger = try await CertificateAuthority(name: "another authority")
            let certificates = [
                nil, try await stranger.issue("client", for: .clientAuth),
                try await authority.issue("client", for: .clientAuth),
                try await authority.issue("client", for: .serverAuth),
            ]
            try await withTLS(try settings(row.kind, authority: authority)) { server, port in
                for (certificate, isLetIn) in zip(certificates, row.isLetIn) {
                    let own = certificate.map {
                        ["--cert", $0.certificateFile, "--key", $0.keyFile]
                    }
                    let result = try await get(
                        port: port, ["--tlsv\(version)", "--tls-max", version] + (own ?? []))
                    #expect(result.status == (isLetIn ? 200 : 0), "\(certificate as Any)")
                }
                try await eventually("all are gone") { server.connectionCount == 0 }
            }
        }

        @Test func `new credentials are for new connections, and old ones keep theirs`()
            async throws
        {
            let other = try await CertificateAuthority(name: "the next authority")
            let next = try await other.issue()
            try await withTLS(try settings()) { server, port in
                let old = try TLSClient(port: port, authority: authority.own.certificateFile)
                #expect(try await old.get("/m").contains("metrics"))
                server.change(
                    to: AccessPolicy(
                        tls: try TLSCredentials(
                            TLSSettings(
                                certificates: try next.certificate, key: try next.key))))
                #expect(try await get(port: port).exitStatus == 60)
                let result = try await Curl.get(
                    "https://127.0.0.1:\(port)/m", ["--cacert", other.own.certificateFile])
                #expect(result.status == 200)
                #expect(try await old.get("/m").contains("metrics"))
            }
        }

        static let silences: [(name: String, sent: [UInt8])] = [
            ("nothing", []), ("a part of a handshake", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
        ]

        @Test(arguments: silences)
        func `a handshake that never ends is cut by the deadline of requests`(
            name: String, sent: [UInt8]
        ) async throws {
            try await withTLS(
                try settings(), deadlines: Deadlines(request: .milliseconds(1500))
            ) { server, port in
                let clients = try (0..<200).map { _ in try RawConnection(port: port) }
                for client in clients { client.send(sent) }
                #expect(try await get(port: port).status == 200)
                try await eventually("all are cut") { server.connectionCount == 0 }
                for client in clients { #expect(client.ends(within: .seconds(60))) }
            }
        }

        static let noises: [(name: String, sent: [UInt8])] = [
            ("plain HTTP", Array(plainRequest.utf8)),
            ("noise", (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }),
        ]
        private static let plainRequest = "GET /m HTTP/1.1\r\nHost: localhost\r\n\r\n"

        @Test(arguments: noises)
        func `what is no handshake ends the connection at once`(
            name: String, sent: [UInt8]
        ) async throws {
            try await withTLS(try settings()) { server, port in
                for _ in 0..<50 {
                    let client = try RawConnection(port: port)
                    client.send(sent)
                    #expect(client.ends(within: .seconds(20)))
                }
                #expect(try await get(port: port).status == 200)
                try await eventually("all are gone") { server.connectionCount == 0 }
            }
        }

        @Test func `a client that hardly reads is cut by the deadline of answers`() async throws {
            try await withTLS(
                try settings(), routes: [.big(bytes: 8_000_000)],
                deadlines: Deadlines(response: .milliseconds(500))
            ) { server, port in
                let result = try await get("/big", port: port, ["--limit-rate", "1000"])
                #expect(result.exitStatus != 0)
                #expect(result.text.utf8.count < 4_000_000)
                try await eventually("it is gone") { server.connectionCount == 0 }
            }
        }

        @Test func `resets within the handshake leave nothing behind`() async throws {
            try await withTLS(try settings()) { server, port in
                for index in 0..<500 {
                    let client = try RawConnection(port: port)
                    if index % 2 == 0 { client.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]) }
                    client.resetOnClose()
                }
                try await eventually("all are gone") { server.connectionCount == 0 }
                #expect(try await get(port: port).status == 200)
            }
        }
    }
}
