import Foundation
import TestKit
import Testing

/// What a verifier of Standard Webhooks 1.0.0 makes of notifications.
@Suite(.fewAtATime)
struct WebhookSigningTests {
    private static let keys = ["the former key of the pager", "its key from now on, longer"]

    @Test func `each try is signed anew by every secret, as openssl signs it`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.answers(503))
        let folder = try TemporaryFolder()
        let secrets = Self.keys.map { "whsec_" + Data($0.utf8).base64EncodedString() }
        try folder.write("\n \(secrets.joined(separator: "\r\n\n"))\r\n", to: "signing")
        let exporter = try await ExporterProcess(
            ExporterConfiguration.paging(
                standIn,
                to: ReceiverConfiguration(url: receiver.url, keys: ["secret_file: signing"])),
            in: folder)
        _ = try await receiver.pages(2)
        receiver.behave(.takes)
        _ = try await receiver.taken(1)
        let heads = receiver.heads
        var signatures: Set<String> = []
        for (page, head) in zip(try receiver.pages(), heads) {
            let time = try #require(ReceiverServer.header("webhook-timestamp", in: head))
            let signature = try #require(ReceiverServer.header("webhook-signature", in: head))
            var expected: [String] = []
            for key in Self.keys {
                let signed = Data("\(page.id).\(time).".utf8) + Data(page.body)
                expected.append("v1,\(try await Self.code(for: signed, key: key, in: folder))")
            }
            #expect(signature == expected.joined(separator: " "))
            signatures.insert(signature)
        }
        #expect(signatures.count >= 2)
        await exporter.stop()
    }

    /// The code that openssl makes, in base64.
    private static func code(
        for bytes: Data, key: String, in folder: TemporaryFolder
    ) async throws -> String {
        let (signed, code) = (folder.path(of: "signed"), folder.path(of: "code"))
        try bytes.write(to: URL(filePath: signed))
        let openssl = try ChildProcess(
            "/usr/bin/openssl",
            ["dgst", "-sha256", "-hmac", key, "-binary", "-out", code, signed],
            environment: ChildProcess.quietEnvironment, directory: folder.path)
        try #require(await openssl.exitStatus() == 0, "\(openssl.standardError)")
        return try Data(contentsOf: URL(filePath: code)).base64EncodedString()
    }
}
