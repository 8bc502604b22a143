import ConfigTree
import Foundation
import Serving
import TestKit
import Testing

@testable import Exporter

/// Each file of `Fixtures/web/invalid` is a web configuration, a line that separates, and the message.
struct WebConfigurationTests {
    private static let separator = "======== message\n"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/web")

    /// Has `server` and `other`, each with its certificate and its key, and `rubbish.pem`.
    private let authority: CertificateAuthority

    init() async throws {
        authority = try await CertificateAuthority()
        try await authority.issue("server.example", file: "server")
        try await authority.issue("other.example", file: "other")
        try Data("hunter2\n".utf8).write(to: authority.folder.appending(path: "rubbish.pem"))
    }

    private static func names(in folder: String) -> [String] {
        let path = Self.folder.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }

    private func read(_ bytes: [UInt8]) throws(ConfigurationError) -> WebConfiguration {
        try WebConfiguration.read(
            bytes, name: "web.yml", folder: authority.folder.path + "/")
    }

    private func valid(_ name: String) throws -> WebConfiguration {
        let url = Self.folder.appending(path: "valid/\(name)")
        return try read(Array(try Data(contentsOf: url)))
    }

    @Test func `the fixtures are found`() {
        #expect(Self.names(in: "invalid").count >= 25)
        #expect(Self.names(in: "valid").count >= 4)
    }

    @Test(arguments: names(in: "invalid"))
    func `a wrong web configuration is told, and no secret of it`(name: String) throws {
        let golden = GoldenFile("../../Fixtures/web/invalid/\(name)")
        let bytes = try #require(try golden.content(before: Self.separator))
        var message = ""
        do throws(ConfigurationError) {
            _ = try read(bytes)
        } catch {
            message = "\(error)\n".replacing(authority.folder.path, with: "files")
        }
        #expect(!message.isEmpty, "it was taken")
        #expect(!message.contains("hunter2"), "a secret is shown")
        #expect(!message.contains("abcdefghijklmnopqrstuu"), "a hash is shown")
        #expect(golden.mismatch(with: message, after: Self.separator) == nil)
    }

    @Test func `an empty file says nothing`() throws {
        let web = try valid("empty.yml")
        #expect(web.tls == nil)
        #expect(web.userCount == 0)
        #expect(web.access.authentication == nil)
        #expect(web.access.headers.fields.isEmpty)
    }

    @Test func `all keys are taken`() throws {
        let web = try valid("everything.yml")
        #expect(web.tls?.clientAuthentication == .requireAndVerify)
        #expect(web.tls?.versions == .tls13 ... .tls13)
        #expect(web.access.tls != nil)
        #expect(web.userCount == 2)
        #expect(web.access.authentication != nil)
        #expect(
            web.access.headers.fields.map { "\($0.name): \($0.value)" } == [
                "Content-Security-Policy: default-src 'none'", "X-Frame-Options: Deny",
                "X-Content-Type-Options: nosniff", "X-XSS-Protection: 0",
                "Strict-Transport-Security: max-age=31536000",
            ])
        #expect(web.contents.count == 4)
    }

    @Test func `what is left out has its default`() throws {
        let web = try valid("certificate-asked-for.yml")
        #expect(web.tls?.clientAuthentication == .requireAny)
        #expect(web.tls?.versions == .tls12 ... .tls13)
        #expect(web.access.authentication == nil)
    }

    static let places: [(addresses: [ListenAddress], isWarned: Bool)] = [
        ([.anyInterface(port: 1)], true), ([.ipv4("192.0.2.1", port: 1)], true),
        ([.loopback(port: 1), .ipv6("2001:db8::1", port: 1)], true),
        ([.loopback(port: 1), .ipv4("127.0.0.2", port: 1), .ipv6("::1", port: 1)], false),
        ([.unix(path: "/s")], false),
    ]

    @Test(arguments: places)
    func `passwords in the clear are warned of, where a network carries them`(
        addresses: [ListenAddress], isWarned: Bool
    ) throws {
        #expect((try valid("users-alone.yml").warning(addresses: addresses) != nil) == isWarned)
        #expect(try valid("everything.yml").warning(addresses: addresses) == nil)
        #expect(try valid("empty.yml").warning(addresses: addresses) == nil)
    }

    static let plans: [(name: String, line: String)] = [
        ("empty.yml", "Web:   no TLS, no password is asked for"),
        ("users-alone.yml", "Web:   no TLS, basic authentication for 1 user"),
        (
            "everything.yml",
            "Web:   TLS13 with RequireAndVerifyClientCert, basic authentication for 2 users, "
                + "with Content-Security-Policy, X-Frame-Options, X-Content-Type-Options, "
                + "X-XSS-Protection, Strict-Transport-Security"
        ),
        (
            "certificate-asked-for.yml",
            "Web:   TLS12 to TLS13 with RequireAnyClientCert, no password is asked for"
        ),
    ]

    @Test(arguments: plans)
    func `the plan tells how pages are served`(name: String, line: String) throws {
        let plan = WebPlan(try valid(name), addresses: [.loopback(port: 1)])
        #expect(plan.lines == [line])
    }
}
