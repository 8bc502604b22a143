import Foundation
import Glibc
import HTTP
import TestKit
import Testing

/// Sockets that are handed over, as a socket unit of systemd does it.
@Suite(.fewAtATime)
struct SocketActivationTests {
    private static let program = "/usr/bin/systemd-socket-activate"

    /// Starts the exporter with sockets that systemd's own tool opens, at the first connection.
    private func activate(
        _ options: [String], in folder: TemporaryFolder, api: String, flags: [String] = []
    ) throws -> ChildProcess {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw MissingProgram(path: Self.program, cure: "apt-get install systemd brings it")
        }
        let file = try folder.write(
            ExporterConfiguration(api: api, interval: "5m").yaml, to: "exporter.yml")
        return try ChildProcess(
            Self.program,
            options + [
                try Built.path(of: "exchangerate-exporter"), "--config.file=\(file)",
                "--storage.path=",
            ] + flags, directory: folder.path)
    }

    private func isHealthy(_ client: RawConnection) throws -> Bool {
        client.send("GET /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        return try client.readResponse().status == 200
    }

    @Test func `it serves what was handed over instead of its own addresses, and leaves it be`()
        async throws
    {
        let (port, unused) = (try ReservedPort(), try ReservedPort())
        let folder = try TemporaryFolder()
        let path = folder.path(of: "socket")
        let exporter = try activate(
            ["-l", "127.0.0.1:\(port.port)", "-l", "[::1]:\(port.port)", "-l", path],
            in: folder, api: unused.url, flags: ["--web.listen-address=127.0.0.1:\(unused.port)"])
        _ = try #require(
            await exporter.line(containing: "Listening on \(path)"), "\(exporter.standardError)")
        // It waits in the queue of the socket until the exporter has started.
        #expect(try isHealthy(RawConnection(port: port.port)))
        #expect(try isHealthy(RawConnection(ipv6Port: port.port)))
        #expect(try isHealthy(RawConnection(unixPath: path)))
        #expect(throws: RawConnectionError.self) { try RawConnection(port: unused.port) }
        for address in ["127.0.0.1:\(port.port)", "[::1]:\(port.port)", "unix:\(path)"] {
            #expect(await exporter.line(containing: "address=\(address)") != nil, "\(address)")
        }
        exporter.signal(SIGTERM)
        #expect(await exporter.exitStatus() == 0)
        #expect(access(path, F_OK) == 0, "the file is the manager's")
    }

    @Test func `a socket of datagrams is refused`() async throws {
        let (port, folder) = (try ReservedPort(), try TemporaryFolder())
        let exporter = try activate(
            ["--datagram", "-l", "127.0.0.1:\(port.port)"], in: folder, api: port.url)
        _ = try #require(await exporter.line(containing: "Listening on"))
        let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let sent = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(sender, "x", 1, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(sent == 1)
        #expect(await exporter.exitStatus() == 1)
        #expect(
            exporter.standardError.contains(
                "descriptor 3, which was handed over: it is a datagram"),
            "\(exporter.standardError)")
    }

    @Test(arguments: [
        ("exec 3</dev/null; export LISTEN_PID=$$ LISTEN_FDS=1", "it is no socket"),
        ("export LISTEN_PID=$$ LISTEN_FDS=2", "descriptor 3, which was handed over"),
        ("export LISTEN_PID=$$ LISTEN_FDS=many", "LISTEN_FDS: found"),
    ])
    func `what cannot be taken ends the start with the reason`(
        setting: String, reason: String
    ) async throws {
        let folder = try TemporaryFolder()
        let exporter = try ExporterProcess.launch(
            ExporterConfiguration(api: "http://127.0.0.1:9"), in: folder, limits: setting)
        #expect(await exporter.exitStatus() == 1)
        #expect(exporter.standardError.contains(reason), "\(exporter.standardError)")
    }

    @Test(arguments: ["LISTEN_PID=1 LISTEN_FDS=1", "LISTEN_PID=x LISTEN_FDS=1", "LISTEN_FDS=1"])
    func `what is meant for another process is passed over`(variables: String) async throws {
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"),
            limits: "export \(variables)")
        #expect(try await exporter.get("/-/healthy").status == 200)
    }
}
