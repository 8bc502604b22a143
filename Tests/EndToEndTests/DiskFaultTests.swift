import Foundation
import TestKit
import Testing

/// What becomes of the state where the disk fails at any call that changes it.
@Suite(.fewAtATime)
struct DiskFaultTests {
    /// How many daemons run side by side: most of the time each of them waits.
    private static let lanes = Int(ProcessInfo.processInfo.environment["DISK_LANES"] ?? "") ?? 16

    @Test func `whichever call fails, nothing is lost, told twice or asked for early`()
        async throws
    {
        let faults = try await Self.faults()
        let begin = ContinuousClock.now
        var rest = faults[...]
        var totals = Totals()
        try await withThrowingTaskGroup(of: DiskTrial.self) { group in
            func add() {
                guard let fault = rest.popFirst() else { return }
                group.addTask { try await Self.trial(of: fault) }
            }
            for _ in 0..<Self.lanes { add() }
            for try await trial in group {
                #expect(trial.findings.isEmpty, "\(trial)")
                try totals.add(trial)
                add()
            }
        }
        print("disk test: \(totals) in \(ContinuousClock.now - begin)")
    }

    private static func trial(of fault: DiskFault) async throws -> DiskTrial {
        var trial = try await DiskTrial(fault)
        do {
            try await trial.live()
        } catch {
            Issue.record("\(error)\n\(trial)")
        }
        return trial
    }

    /// Draws what is to be tried, or takes all there is.
    private static func faults() async throws -> [DiskFault] {
        let environment = ProcessInfo.processInfo.environment
        if let text = environment["DISK_FAULT"] {
            return [try #require(DiskFault(text), "no fault: \(text)")]
        }
        let calm = try await trial(of: DiskFault(harm: .kills(.before), call: 0))
        #expect(calm.findings.isEmpty, "\(calm)")
        let calls = try calm.disk.calls
        let seed = try DrawnSeed("DISK_SEED").value
        var random = SeededGenerator(seed: seed)
        let names = environment["DISK_HARMS"]?.split(separator: " ").map(String.init)
        let harms = DiskFault.harms.filter { names?.contains($0.name) ?? true }
        let faults = every(harms, of: calls, using: &random)
        let text = environment["DISK_FAULTS"] ?? "24"
        let number = text == "all" ? faults.count : try #require(Int(text), "DISK_FAULTS: \(text)")
        print("disk test: DISK_SEED=\(seed) DISK_FAULTS=\(number), of \(faults.count)")
        // Those that wait longest come first, so that the others pass meanwhile.
        let chosen = faults.prefix(number)
        return chosen.filter(\.harm.isSlow) + chosen.filter { !$0.harm.isSlow }
    }

    /// Every harm at every call, each harm in turn, at calls in a random order.
    private static func every(
        _ harms: [DiskFault.Harm], of calls: FaultyDisk.Calls, using random: inout SeededGenerator
    ) -> [DiskFault] {
        var order: [[DiskFault]] = []
        for harm in harms {
            let calls = (1...(harm.needsBytes ? calls.writes : calls.all)).shuffled(using: &random)
            order.append(
                calls.map { DiskFault(harm: harm, call: $0, seed: random.next() % 1000) })
        }
        return (0..<calls.all).flatMap { turn in
            order.compactMap { $0.indices.contains(turn) ? $0[turn] : nil }
        }
    }

    @Test func `a disk that only says that it synced is found out`() async throws {
        // Not every moment has something to lose, and runs differ.
        for call in [300, 250, 350, 200] {
            var trial = try await DiskTrial(
                DiskFault(harm: .cutsPower(.nothing), call: call), patience: .seconds(10))
            try await trial.live()
            guard !trial.findings.isEmpty else { continue }
            #expect(try trial.disk.calls.struck == 1)
            return
        }
        Issue.record("nothing that was lost was missed")
    }

    /// What the faults hit, over all trials.
    private struct Totals: CustomStringConvertible {
        private var trials = 0
        private var struck = 0
        private var deaths = 0
        private var reported = 0
        private var unhealed = 0
        private var silent: [String: Int] = [:]

        mutating func add(_ trial: DiskTrial) throws {
            trials += 1
            let calls = try trial.disk.calls
            guard calls.struck > 0 else { return }
            struck += 1
            if trial.fault.harm.isDeadly {
                deaths += 1
            } else if trial.isUnhealed {
                unhealed += 1
            } else if trial.errors > 0 {
                reported += 1
            } else {
                let line = trial.disk.journal.split(separator: "\n").first { $0.hasSuffix("*") }
                let words = line?.split(separator: " ").dropFirst().prefix(2) ?? []
                silent["\(trial.fault.harm): \(words.joined(separator: " "))", default: 0] += 1
            }
        }

        var description: String {
            """
            \(trials) faults, \(struck) of which struck: \(deaths) deaths, \(reported) errors \
            that were counted, \(unhealed) while a run ended, and without a word: \(silent)
            """
        }
    }
}
