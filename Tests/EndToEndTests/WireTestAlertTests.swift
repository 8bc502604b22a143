import Foundation
import Synchronization
import TestKit
import Testing

/// One delivery to each of hundreds of receivers whose connections go wrong at any byte, by the
/// code that real ones take.
@Suite(.fewAtATime)
struct WireTestAlertTests {
    /// The receivers of one run.
    private static let batch = 40
    private static let timeout = 2.0

    /// Of an answer; what passes in its own time only is not told from what does not.
    private static let answerKinds = WireFault.Kind.allCases.filter { $0 != .none }
    private static let requestKinds: [WireFault.Kind] = [
        .close, .reset, .silence, .flippedBit, .otherByte, .lostByte, .doubledByte, .lineBreak,
        .nul, .swap,
    ]

    @Test func `a delivery counts by the status line that came back, whatever is cut or garbled`()
        async throws
    {
        let sample = try WireSample(standard: 1200)
        print("wire test of deliveries: \(sample.text)")
        let begin = ContinuousClock.now
        var queue = Self.trials(sample)
        var counts: [String: Int] = [:]
        var violations: [String] = []
        var total = 0
        while !queue.isEmpty {
            let trials = Array(queue.suffix(Self.batch))
            queue.removeLast(trials.count)
            total += trials.count
            for (outcome, violation) in try await Self.run(trials) {
                counts["\(outcome)", default: 0] += 1
                violations += violation.map { [$0] } ?? []
            }
        }
        print(
            "wire test of deliveries: \(total) faults, \(counts) in \(ContinuousClock.now - begin)")
        #expect(violations.isEmpty, "\(sample.text)")
        for violation in violations.prefix(20) { Issue.record("\(violation)") }
        #expect(total >= min(sample.count ?? 1000, 1000) / 4)
    }

    /// A receiver, and what befalls its delivery.
    private struct Trial {
        let kind: Int
        let fault: WireFault
    }

    private static func trials(_ sample: WireSample) -> [Trial] {
        // Each costs a part of a process.
        let share = 1 / Double(WireReceiver.kinds.count) / 3
        var random = SeededGenerator(seed: sample.seed)
        return WireReceiver.kinds.indices.flatMap { kind in
            let answers = sample.faults(
                of: .answer, kinds: answerKinds,
                length: WireReceiver.kinds[kind].answer.utf8.count, share: share * 3 / 4,
                number: 100 + kind)
            // Some 1700 bytes; a place beyond the end changes nothing.
            let requests = sample.faults(
                of: .request, kinds: requestKinds, length: 1700, share: share / 4,
                number: 200 + kind
            )
            // All of them would take hours: each request is some 1500 bytes.
            .filter { sample.count != nil || $0.place.isMultiple(of: 16) }
            return (answers + requests).map { Trial(kind: kind, fault: $0) }
        }.shuffled(using: &random)
    }

    private static func run(
        _ trials: [Trial]
    ) async throws -> [(DeliveryOracle.Outcome, violation: String?)] {
        let receivers = trials.enumerated().map { number, trial in
            WireReceiver(
                // Names that are too short to be searched for in what comes back, which costs.
                name: String(36 + number, radix: 36), type: WireReceiver.kinds[trial.kind].type,
                answer: Array(WireReceiver.kinds[trial.kind].answer.utf8))
        }
        let lanes = Dictionary(uniqueKeysWithValues: zip(receivers.map(\.name), trials))
        let byName = Dictionary(uniqueKeysWithValues: receivers.map { ($0.name, $0) })
        let seen = Mutex<Set<String>>([])
        let proxy = try WireProxy(
            WireProxy.Plan(
                lane: WireReceiver.name,
                fault: { name, _ in
                    // Of what curl sends again by itself the second one is left alone.
                    let isFirst = seen.withLock { $0.insert(name).inserted }
                    return isFirst ? lanes[name]?.fault ?? .none : .none
                },
                answer: { bytes, exchange in
                    byName[exchange.lane]?.answer(to: bytes, of: exchange.request)
                }))
        defer { proxy.stop() }
        let folder = try TemporaryFolder()
        let keyFile = try folder.write("R0ut1ngK3yOfThirtyTwoCharacters1\n", to: "key")
        var configuration = ExporterConfiguration(api: "http://127.0.0.1:9")
        configuration.receivers = receivers.map {
            $0.configuration(proxy: proxy.url, keyFile: keyFile, timeout: "2s")
        }
        let file = try folder.write(configuration.yaml, to: "exporter.yml")
        let process = try ExporterProcess.run(
            ["test-alert", "--config.file=\(file)"], in: folder)
        let status = await process.exitStatus()
        try #require(status != nil, "test-alert ends: \(process.standardError)")
        try #require(await eventually { proxy.isQuiet })
        return try judge(
            receivers, Dictionary(grouping: proxy.exchanges, by: \.lane),
            output: process.standardOutput)
    }

    private static func judge(
        _ receivers: [WireReceiver], _ exchanges: [String: [WireExchange]], output: String
    ) throws -> [(DeliveryOracle.Outcome, violation: String?)] {
        let told = outcomes(in: output)
        let oracle = DeliveryOracle(timeout: timeout)
        return try receivers.map { receiver in
            let outcome = try #require(told[receiver.name], "\(receiver.name) in \(output)")
            let own = exchanges[receiver.name] ?? []
            // On a connection that was used before, curl sends once more what got no byte back.
            let isSentOnce =
                own.count == 1
                || own.count == 2 && own[0].mayBeSentAgain
            guard isSentOnce, let last = own.last else {
                return (outcome, "\(outcome) of \(own.map(\.text))")
            }
            let right = oracle.outcomes(of: last, type: receiver.type)
            guard right.contains(outcome) else {
                return (outcome, "\(receiver.type): \(outcome) is not of \(right): \(last.text)")
            }
            return (outcome, nil)
        }
    }

    /// What became of each receiver's delivery, by the table that `test-alert` prints.
    private static func outcomes(in output: String) -> [String: DeliveryOracle.Outcome] {
        let lines = output.split(separator: "\n").compactMap {
            line -> (String, DeliveryOracle.Outcome)? in
            guard let name = line.split(separator: " ").first else { return nil }
            if line.contains("  delivered: ") { return (String(name), .delivered) }
            let match = line.firstMatch(of: /not delivered: ([a-z_]+)/)
            return match.map { (String(name), .failed(String($0.1))) }
        }
        return Dictionary(lines, uniquingKeysWith: { first, _ in first })
    }
}
