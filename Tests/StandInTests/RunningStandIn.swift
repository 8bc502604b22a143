import Foundation
import Glibc
import TestKit
import Testing

/// The built program, which ends with the test.
final class RunningStandIn {
    /// How a connection ended.
    enum End: Sendable {
        case inOrder
        case reset
    }

    let process = Process()
    let errors: FileHandle
    private(set) var port: UInt16 = 0
    private let output: FileHandle

    init(_ arguments: [String], serves: Bool = true) throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("exchangerate-standin")
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        self.output = output.fileHandleForReading
        self.errors = errors.fileHandleForReading
        try process.run()
        guard serves else { return }
        let line = try nextLine()
        let prefix = "url=http://127.0.0.1:"
        #expect(line.hasPrefix(prefix))
        port = try #require(UInt16(line.dropFirst(prefix.count)))
    }

    deinit {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// The next line of standard output, which must come within 10 s.
    func nextLine() throws -> String {
        var bytes: [UInt8] = []
        while true {
            var polled = pollfd(
                fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&polled, 1, 10_000) == 1)
            guard let byte = try output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n")
            else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
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
