import Foundation
import TestKit
import Testing

/// The built program, which ends with the test.
final class RunningStandIn {
    /// How a connection ended.
    enum End: Sendable {
        case inOrder
        case reset
    }

    let process: ChildProcess
    let port: UInt16

    /// Starts it on a free port, and waits until it listens.
    init() async throws {
        process = try Self.start(["--web.listen-address=127.0.0.1:0"])
        let prefix = "url=http://127.0.0.1:"
        let line = try #require(await process.line(containing: "url="), "the address")
        #expect(line.hasPrefix(prefix))
        port = try #require(UInt16(line.dropFirst(prefix.count)))
    }

    /// Starts it, whatever becomes of it.
    static func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appending(path: "exchangerate-standin").path, arguments)
    }

    /// Sends a request and reads until the connection ends.
    func exchange(_ method: String, _ target: String) throws -> (text: String, end: End) {
        let connection = try RawConnection(port: port)
        connection.send("\(method) \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        var bytes: [UInt8] = []
        while true {
            let more: [UInt8]
            do {
                more = try connection.readSome()
            } catch {
                guard error == .reset else { throw error }
                return (String(decoding: bytes, as: UTF8.self), .reset)
            }
            guard !more.isEmpty else {
                return (String(decoding: bytes, as: UTF8.self), .inOrder)
            }
            bytes += more
        }
    }
}
