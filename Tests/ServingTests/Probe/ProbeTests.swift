import Foundation
import TestKit
import Testing

@testable import Serving

extension ServerTests {
    @Suite struct ProbeTests {
        private static let routes = [
            Route.text(), Route(.exact("/ill"), label: "ill") { _ in .text(503, "ill") },
        ]

        @Test func `the status of a page is told, over each kind of address`() async throws {
            let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
                .path
            let addresses: [ListenAddress] = [
                .anyInterface(port: 0), .loopback(port: 0), .ipv4("127.0.0.1", port: 0),
                .ipv6("::1", port: 0), .unix(path: path),
            ]
            for address in addresses {
                let server = Server(
                    settings: ServerSettings(addresses: [address]), routes: Self.routes)
                try server.start()
                for bound in server.boundAddresses {
                    let probe = Probe(address: bound, isEncrypted: false)
                    #expect(try probe.status(of: "/m") == 200, "\(bound)")
                    #expect(try probe.status(of: "/ill") == 503)
                }
                await server.stop(grace: .zero)
            }
        }

        @Test func `it speaks TLS, and trusts any certificate`() async throws {
            let authority = try await CertificateAuthority()
            let certificate = try await authority.issue("fx.example.com")
            let settings = TLSSettings(
                certificates: try certificate.certificate, key: try certificate.key)
            try await withServer(
                Self.routes, access: AccessPolicy(tls: try TLSCredentials(settings))
            ) { _, port in
                let address = ListenAddress.ipv4("127.0.0.1", port: port)
                let status = try Probe(address: address, isEncrypted: true).status(of: "/m")
                #expect(status == 200)
                #expect(throws: ProbeError.self) {
                    try Probe(address: address, isEncrypted: false).status(of: "/m")
                }
            }
            try await withServer(Self.routes) { _, port in
                let address = ListenAddress.ipv4("127.0.0.1", port: port)
                #expect(throws: ProbeError.self) {
                    try Probe(address: address, isEncrypted: true).status(of: "/m")
                }
            }
        }

        @Test func `where nobody listens, it says so`() throws {
            for address in [
                ListenAddress.ipv4("127.0.0.1", port: 1), .ipv6("::1", port: 1),
                .unix(path: "/nonexistent/socket"),
            ] {
                let error = #expect(throws: ProbeError.self) {
                    try Probe(address: address, isEncrypted: false).status(of: "/m")
                }
                guard case .unreachable = error else {
                    Issue.record("\(address): \(error as Any)")
                    continue
                }
            }
            #expect(throws: ProbeError.noPlace) {
                try Probe(address: .anyInterface(port: 0), isEncrypted: false).status(of: "/m")
            }
        }

        @Test func `a server that says nothing is waited for, but not for long`() async throws {
            try await withServer(
                [
                    Route(.exact("/m"), label: "m") { request in
                        _ = request.pause(for: .seconds(60))
                        return .text(200, "late")
                    }
                ], threading: .perConnection
            ) { _, port in
                var probe = Probe(
                    address: .ipv4("127.0.0.1", port: port), isEncrypted: false)
                probe.timeout = .seconds(1)
                #expect(throws: ProbeError.timeout) { try probe.status(of: "/m") }
            }
        }
    }
}
