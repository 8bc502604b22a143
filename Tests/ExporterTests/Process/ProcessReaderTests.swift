import Exposition
import Foundation
import Freshness
import TestKit
import Testing

@testable import Exporter

@Suite struct ProcessReaderTests {
    /// A folder that stands for `/proc`, removed at the end.
    final class FakeProc {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("proc-\(UUID().uuidString)")

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = url.appendingPathComponent("self").appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    @Test func `everything is there on Linux, and plausible`() throws {
        let sample = ProcessReader().sample()
        #expect(try #require(sample.cpuTime) > .zero)
        #expect(try #require(sample.openFileDescriptors) >= 3)
        #expect(try #require(sample.maxFileDescriptors) >= sample.openFileDescriptors ?? .max)
        #expect(try #require(sample.virtualMemoryBytes) > sample.residentMemoryBytes ?? .max)
        #expect(try #require(sample.virtualMemoryMaxBytes) >= sample.virtualMemoryBytes ?? .max)
        #expect(try #require(sample.residentMemoryBytes) > 1_000_000)
        #expect(sample.networkReceiveBytes != nil)
        #expect(sample.networkTransmitBytes != nil)
        let start = Double(try #require(sample.startedAt).nanosecondsSinceEpoch) / 1e9
        let now = Date().timeIntervalSince1970
        #expect(start < now + 0.02)
        // A run of the tests takes minutes, never a day.
        #expect(start > now - 86_400)
    }

    @Test func `the start stays the same, and the processor time does not fall`() throws {
        let reader = ProcessReader()
        let first = reader.sample()
        let second = reader.sample()
        #expect(first.startedAt == second.startedAt)
        #expect(try #require(first.cpuTime) <= #require(second.cpuTime))
    }

    @Test func `both ways of counting descriptors agree`() async throws {
        // Tests beside this one open and close files meanwhile, but not all the time.
        let agree = try await eventually {
            let counted = try #require(ProcFile.entryCount(of: "/proc/self/fd"))
            let sampled = try #require(ProcessReader().sample().openFileDescriptors)
            return counted.magnitude < sampled + 64 && sampled < counted + 64
        }
        #expect(agree)
    }

    @Test func `what proc lacks is left out`() throws {
        let proc = try FakeProc([:])
        let sample = ProcessReader(proc: proc.url.path).sample()
        #expect(sample.startedAt == nil)
        #expect(sample.openFileDescriptors == nil)
        #expect(sample.virtualMemoryBytes == nil)
        #expect(sample.residentMemoryBytes == nil)
        #expect(sample.networkReceiveBytes == nil)
        #expect(sample.networkTransmitBytes == nil)
        // These are asked of the kernel by calls.
        #expect(sample.cpuTime != nil)
        #expect(sample.maxFileDescriptors != nil)
    }

    static let netstat = """
        TcpExt: SyncookiesSent InOctets
        TcpExt: 1 2
        IpExt: InNoRoutes InOctetsOfOthers InOctets OutOctets
        IpExt: 0 7 205153454 18446744073709551615

        """

    @Test func `fields are found by their place and their name`() throws {
        let proc = try FakeProc(["statm": "765 440 411 5 0 123 0\n", "net/netstat": Self.netstat])
        let sample = ProcessReader(proc: proc.url.path).sample()
        let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
        #expect(sample.virtualMemoryBytes == 765 * page)
        #expect(sample.residentMemoryBytes == 440 * page)
        #expect(sample.networkReceiveBytes == 205_153_454)
        #expect(sample.networkTransmitBytes == .max)
    }

    @Test(arguments: [
        "", "\n", "765", "765 ", "x y z", "18446744073709551616 18446744073709551616",
    ])
    func `a damaged statm gives no resident memory`(_ text: String) throws {
        let proc = try FakeProc(["statm": text])
        #expect(ProcessReader(proc: proc.url.path).sample().residentMemoryBytes == nil)
    }

    @Test(arguments: [
        "", "IpExt:", "IpExt: InOctets", "IpExt: InOctets\nIpExt:\n",
        "IpExt: OutOctets\nIpExt: 1\n",
        "IpExt: InOctets\nIpExt: -1\n", "TcpExt: InOctets\nTcpExt: 1\n",
    ])
    func `a damaged netstat gives no bytes received`(_ text: String) throws {
        let proc = try FakeProc(["net/netstat": text])
        #expect(ProcessReader(proc: proc.url.path).sample().networkReceiveBytes == nil)
    }

    @Test func `a program's name with spaces and brackets does not shift the start`() throws {
        let tail = " S" + (4...21).map { " \($0)" }.joined() + " 500 0 0\n"
        let plain = try FakeProc(["stat": "1 (exporter)" + tail])
        let odd = try FakeProc(["stat": "1 (a) b (c d)" + tail])
        let expected = try #require(ProcessReader(proc: plain.url.path).sample().startedAt)
        let found = try #require(ProcessReader(proc: odd.url.path).sample().startedAt)
        // The clocks are read twice, and cut to a hundredth of a second.
        #expect((found - expected).inSeconds.magnitude < 0.5)
        let boot = try #require(
            try String(contentsOfFile: "/proc/stat", encoding: .utf8)
                .firstMatch(of: #/btime ([0-9]+)/#)?.1)
        #expect(abs(Double(expected.nanosecondsSinceEpoch) / 1e9 - (Double(boot) ?? 0) - 5) < 1.5)
    }
}
