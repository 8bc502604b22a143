import Foundation
import TestKit
import Testing

/// Several addresses and Unix sockets.
@Suite(.fewAtATime)
struct ListeningTests {
    private let silent: ReservedPort
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "socket") }

    init() throws {
        silent = try ReservedPort()
        folder = try TemporaryFolder()
    }

    private func launch(_ addresses: String..., umask: String = "022") throws -> ChildProcess {
        try ExporterProcess.launch(
            ExporterConfiguration(api: silent.url, interval: "5m"), in: folder,
            flags: ["--storage.path="] + addresses.map { "--web.listen-address=\($0)" },
            limits: "umask \(umask)")
    }

    private func isHealthy() throws -> Bool {
        let client = try RawConnection(unixPath: path)
        client.send("GET /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        return try client.readResponse().status == 200
    }

    private var permissions: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.posixPermissions] as? Int
    }

    @Test(arguments: [("077", 0o700), ("007", 0o770), ("022", 0o755)])
    func `a Unix socket has the mode that the umask leaves, and goes at the end`(
        umask: String, mode: Int
    ) async throws {
        let exporter = try launch("unix:\(path)", "127.0.0.1:0", umask: umask)
        _ = try #require(await exporter.line(containing: "address=127.0.0.1:"))
        #expect(exporter.standardError.contains("address=unix:\(path)\n"))
        #expect(try isHealthy())
        #expect(permissions == mode)
        exporter.signal(SIGTERM)
        #expect(await exporter.exitStatus() == 0)
        #expect(permissions == nil)
    }

    @Test func `a Unix socket that a killed process left is replaced, a live one is not`()
        async throws
    {
        let killed = try launch("unix:\(path)")
        _ = try #require(await killed.line(containing: "address=unix"))
        killed.signal(SIGKILL)
        #expect(await killed.exitStatus() == -SIGKILL)
        #expect(permissions != nil)
        let next = try launch("unix:\(path)")
        _ = try #require(await next.line(containing: "address=unix"), "\(next.standardError)")
        let late = try launch("unix:\(path)")
        #expect(await late.exitStatus() == 1)
        #expect(late.standardError.contains("unix:\(path): address already in use"))
        #expect(try isHealthy())
        next.signal(SIGTERM)
        #expect(await next.exitStatus() == 0)
    }
}
