import Foundation
import TestKit
import Testing

/// Connections by TLS that are cut, held up or garbled at any byte, of the handshake as well.
@Suite(.fewAtATime)
struct WireEncryptedTests {
    /// How many requests are made side by side.
    private static let width = 6
    private static let kinds: [WireFault.Kind] = [
        .close, .reset, .silence, .pause, .flippedBit, .otherByte, .lostByte, .doubledByte, .nul,
        .swap,
    ]

    @Test func `what TLS brings is whole and true, or a failure of the handshake or the way`()
        async throws
    {
        let sample = try WireSample(standard: 1200)
        print("wire test of TLS: \(sample.text)")
        let begin = ContinuousClock.now
        let api = try RatesServer { _ in .rates(["EUR": "0.9245"], source: "live", session: "open")
        }
        let web = try await WebFolder()
        let peer = try await ExporterProcess(
            ExporterConfiguration(api: api.url, interval: "5m", rates: ["USD": ["EUR"]]),
            flags: [try web.write()])
        let folder = try TemporaryFolder()
        let authority = web.authority.own.certificateFile
        let lengths = try await Self.lengths(of: peer, authority: authority, in: folder)
        // Each byte by each kind would take hours, so the longest sample is one of a few thousand.
        let bounded = WireSample(count: sample.count.map { $0 / 12 } ?? 4000, seed: sample.seed)
        let faults = WireFault.Side.allCases.enumerated().flatMap { number, side in
            bounded.faults(
                of: side, kinds: Self.kinds, length: lengths[side] ?? 0,
                share: side == .answer ? 0.75 : 0.25, number: 300 + number)
        }
        var counts: [String: Int] = [:]
        var met = 0
        for start in stride(from: 0, to: faults.count, by: Self.width) {
            try await withThrowingTaskGroup(of: (WireFault, Bool, Set<String>, String).self) {
                group in
                for (number, fault) in faults[start...].prefix(Self.width).enumerated() {
                    group.addTask {
                        let proxy = try StreamProxy(to: peer.port, fault: fault)
                        defer { proxy.stop() }
                        let outcome = try await Self.fetch(
                            port: proxy.port, authority: authority, in: folder,
                            file: "\(number).yml")
                        let right = Self.right(
                            fault, hasMet: proxy.hasMet, said: proxy.said(by: fault.side),
                            length: lengths[fault.side] ?? 0)
                        return (fault, proxy.hasMet, right, outcome)
                    }
                }
                for try await (fault, hasMet, right, outcome) in group {
                    let name = "\(hasMet ? "" : "unmet ")\(outcome)"
                    counts[name, default: 0] += 1
                    if hasMet { met += 1 }
                    #expect(
                        right.contains(outcome),
                        "\(outcome) is not of \(right): \(fault) \(sample.text)")
                }
            }
        }
        print(
            "wire test of TLS: \(faults.count) faults, \(counts) in \(ContinuousClock.now - begin)")
        await peer.stop()
        // A place beyond what a connection said, or a swap with nothing before it, meets nothing.
        #expect(met >= max(1, faults.count * 9 / 10), "\(sample.text)")
        #expect(faults.count >= min(sample.count ?? 1000, 1000) / 15)
    }

    /// How much each side says where nothing happens, once there are rates.
    private static func lengths(
        of peer: ExporterProcess, authority: String, in folder: TemporaryFolder
    ) async throws -> [WireFault.Side: Int] {
        var lengths: [WireFault.Side: Int] = [:]
        let isTaken = try await eventually(every: .milliseconds(100)) {
            let proxy = try StreamProxy(to: peer.port, fault: .none)
            defer { proxy.stop() }
            let outcome = try await fetch(
                port: proxy.port, authority: authority, in: folder, file: "first.yml")
            for side in WireFault.Side.allCases { lengths[side] = proxy.said(by: side).count }
            return outcome == "taken"
        }
        try #require(isTaken, "\(peer.log)")
        return lengths
    }

    /// The outcomes that are right.
    ///
    /// - Parameters:
    ///   - said: what the side that it befell said.
    ///   - length: how much it says where nothing happens, give or take a few bytes.
    private static func right(
        _ fault: WireFault, hasMet: Bool, said: [UInt8], length: Int
    ) -> Set<String> {
        guard hasMet, fault.kind != .pause else { return ["taken"] }
        // Bytes that are lost are waited for; nobody reads how a connection takes its leave.
        let isOpen = fault.place >= length - 64 || TLSRecords(said).mayBeTaken(with: fault)
        return isOpen
            ? ["tls", "interrupted", "timeout", "taken"] : ["tls", "interrupted", "timeout"]
    }

    private static func fetch(
        port: UInt16, authority: String, in folder: TemporaryFolder, file: String
    ) async throws -> String {
        let yaml = """
            api: {url: "https://127.0.0.1:\(port)", ca_file: \(authority), timeout: 1s}
            rates: [{base: USD, symbols: [EUR]}]
            """
        let path = try folder.write(yaml, to: file)
        let process = try ExporterProcess.run(
            ["fetch", "USD", "EUR", "--config.file=\(path)"], in: folder)
        let status = await process.exitStatus()
        if status == 0 {
            return process.standardOutput.contains("0.9245") ? "taken" : process.standardOutput
        }
        let match = process.standardError.firstMatch(of: /error: ([a-z_]+):/)
        return match.map { String($0.1) } ?? process.standardError
    }
}
