import Domain
import Foundation
import Freshness
import Glibc
import Pipeline
import Synchronization
import TestKit
import Testing

@testable import Exporter

struct ServiceNotifierTests {
    private final class MemorySink: LogSink {
        private let text = Mutex("")
        var lines: [Substring] { text.withLock { $0.split(separator: "\n") } }
        func write(_ line: String) { text.withLock { $0 += line } }
    }

    private let sink = MemorySink()
    private let board = SnapshotBoard(StatusPage.Scene.well.page.snapshot)

    private func notifier(at address: String, watchdog: String? = nil) throws -> ServiceNotifier {
        var environment = ["NOTIFY_SOCKET": address]
        environment["WATCHDOG_USEC"] = watchdog
        return ServiceNotifier(
            service: try ServiceEnvironment(environment, process: 1), board: board,
            logger: Logger(
                level: .info, format: .logfmt, sink: sink, scrubber: SecretScrubber(),
                now: { StatusPage.present.timestamp }))
    }

    private func expect(
        _ messages: [[String]], at listener: NotifyListener,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        _ = await eventually { listener.messages.count >= messages.count }
        #expect(listener.messages.map(\.lines) == messages, sourceLocation: sourceLocation)
    }

    @Test func `ready is told with the first evaluation, the status where it changes`()
        async throws
    {
        let listener = try NotifyListener()
        let notifier = try notifier(at: listener.address)
        #expect(notifier.watchdog?.interval == nil)
        notifier.noteEvaluation()
        notifier.noteEvaluation()
        board.publish(StatusPage.Scene.clearing.page.snapshot)
        notifier.watchdog?.feed()
        await expect(
            [["READY=1", "STATUS=2 bases, no alert fires"], ["STATUS=1 base, 1 alert fires"]],
            at: listener)
    }

    @Test func `a sign of life goes with every evaluation, at half the time at the latest`()
        async throws
    {
        let listener = try NotifyListener()
        let notifier = try notifier(at: listener.address, watchdog: "30000000")
        let watchdog = try #require(notifier.watchdog)
        #expect(watchdog.interval == .seconds(15))
        for _ in 1...3 { watchdog.feed() }
        await expect(
            [
                ["READY=1", "STATUS=2 bases, no alert fires", "WATCHDOG=1"], ["WATCHDOG=1"],
                ["WATCHDOG=1"],
            ], at: listener)
    }

    @Test func `reloads that overlap are one, with the time of its start`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let listener = try NotifyListener(folder: folder.path)
        let notifier = try notifier(at: listener.address)
        notifier.noteEvaluation()
        let before = Self.microseconds
        notifier.beginReload()
        notifier.beginReload()
        notifier.endReload()
        board.publish(StatusPage.Scene.troubled.page.snapshot)
        notifier.endReload()
        let after = Self.microseconds
        _ = await eventually { listener.messages.count >= 3 }
        let messages = listener.messages.map(\.lines)
        try #require(messages.count == 3, "\(messages)")
        #expect(messages[1].first == "RELOADING=1")
        let time = try #require(messages[1].last?.split(separator: "=").last.flatMap { Int64($0) })
        #expect(messages[1].last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(before <= time && time <= after)
        #expect(messages[2].first == "READY=1")
        #expect(messages[2].last?.hasPrefix("STATUS=4 bases, ") == true, "\(messages[2])")
    }

    @Test func `after the stop nothing is told any more`() async throws {
        let listener = try NotifyListener()
        let notifier = try notifier(at: listener.address, watchdog: "1000")
        notifier.beginReload()
        notifier.noteStop()
        notifier.endReload()
        notifier.noteEvaluation()
        notifier.beginReload()
        _ = await listener.waitFor("STOPPING=1")
        #expect(listener.messages.last?.lines.first == "STOPPING=1")
        #expect(listener.messages.count == 2)
    }

    @Test func `nobody who listens is said once, and told all when somebody does`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let notifier = try notifier(at: folder.path + "/notify", watchdog: "1000")
        notifier.noteEvaluation()
        notifier.noteEvaluation()
        #expect(sink.lines.count == 1, "\(sink.lines)")
        #expect(sink.lines.first?.contains("the service manager cannot be told") == true)
        let listener = try NotifyListener(folder: folder.path)
        notifier.noteEvaluation()
        await expect([["READY=1", "STATUS=2 bases, no alert fires", "WATCHDOG=1"]], at: listener)
    }

    @Test func `a manager that reads nothing holds up no reload, and is complained of once`()
        throws
    {
        let name = "exchangerate-full-\(UUID().uuidString)"
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = [0] + Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let isBound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0
            }
        }
        try #require(isBound)
        let full = try #require(NotifySocket("@\(name)"))
        while full.send(["STATUS=full"], mayWait: false) == nil {}
        let notifier = try notifier(at: "@\(name)")
        let time = ContinuousClock().measure {
            for _ in 1...20 {
                notifier.beginReload()
                notifier.endReload()
            }
        }
        // One wait takes 1 s.
        #expect(time < .seconds(15))
        #expect(sink.lines.count == 1, "\(sink.lines)")
    }

    @Test func `without a socket nothing is watched`() throws {
        let notifier = try notifier(at: "", watchdog: "30000000")
        #expect(notifier.watchdog == nil)
        notifier.noteEvaluation()
        notifier.noteStop()
        #expect(sink.lines.isEmpty)
    }

    private static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
