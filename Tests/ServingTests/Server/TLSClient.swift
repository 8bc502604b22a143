import Foundation
import TestKit
import Testing

/// A connection of OpenSSL's client, which stays open from one request to the next.
final class TLSClient: Sendable {
    private let process: ChildProcess
    private let input: Pipe

    init(port: UInt16, authority: String) throws {
        input = Pipe()
        process = try ChildProcess(
            "/usr/bin/openssl",
            [
                "s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-CAfile", authority,
                "-verify_return_error",
            ], input: input)
    }

    deinit { process.signal(SIGKILL) }

    /// Sends a text.
    func send(_ text: String) {
        input.fileHandleForWriting.write(Data(text.utf8))
    }

    /// Asks for a path, and gives all that came since the connection began.
    func get(_ path: String) async throws -> String {
        let before = process.standardOutput.count
        send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let hasCome = await TestKit.eventually(within: .seconds(60), every: .milliseconds(10)) {
            self.process.standardOutput.count > before
        }
        try #require(hasCome, "no answer: \(process.standardError)")
        return String(process.standardOutput.dropFirst(before))
    }
}
