import Foundation
import HTTP
import TestKit
import Testing
import Transport

@Suite(.byTheClock) struct CurlTransportTLSTests {
    @Test func `TLS to a port that speaks none is a failure of TLS`() async throws {
        let transport = try CurlTransport()
        // A greeting, since a ClientHello has no blank line that would end a request.
        let server = try LoopbackServer(greeting: [.send(answer("ok"))]) { _ in [] }
        defer { server.stop() }
        let error = await transport.failure(
            of: .get("https://127.0.0.1:\(server.port)/", timeout: .seconds(5)))
        #expect(error?.kind == .tls, "\(String(describing: error))")
    }

    @Test func `a certificate of nobody's is refused, and taken where its file is named`()
        async throws
    {
        let transport = try CurlTransport()
        let peer = try await TLSPeer()
        defer { peer.stop() }
        let refused = await transport.failure(of: .get(peer.url))
        #expect(refused?.kind == .tls, "\(String(describing: refused))")
        let response = try await transport.send(
            .get(peer.url, certificateAuthorityFile: peer.certificateFile))
        #expect(response.status == 200)
        // The connection that the file vouched for must not serve those who do not name it.
        #expect(await transport.failure(of: .get(peer.url))?.kind == .tls)
    }

    @Test func `a certificate for another name is refused`() async throws {
        let transport = try CurlTransport()
        let peer = try await TLSPeer(name: "example.org")
        defer { peer.stop() }
        let error = await transport.failure(
            of: .get(peer.url, certificateAuthorityFile: peer.certificateFile))
        #expect(error?.kind == .tls, "\(String(describing: error))")
    }

    @Test(arguments: ["", "no PEM at all\n", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
    func `a file that holds no certificate is told as such`(content: String) async throws {
        let transport = try CurlTransport()
        let peer = try await TLSPeer()
        defer { peer.stop() }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try Data(content.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for path in [file.path, file.path + ".absent"] {
            let error = await transport.failure(of: .get(peer.url, certificateAuthorityFile: path))
            #expect(error?.kind == .tls)
            #expect(error?.detail.contains("holds no PEM certificate") == true)
        }
    }
}
