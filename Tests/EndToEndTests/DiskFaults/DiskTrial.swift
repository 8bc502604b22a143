import Domain
import Foundation
import Freshness
import TestKit
import Testing

/// A short life of a daemon whose disk fails, in two runs, and a third one on a good disk.
///
/// The first run begins on an empty folder. An alert comes and goes, one receiver takes nothing,
/// and `kill -9` ends it. The second one goes on from what is left; an alert comes, a reload drops
/// a base, the alert goes, and SIGTERM ends it. Where the fault ends one of them, the third follows
/// at once. It must tell what is left to tell, and work.
struct DiskTrial {
    let fault: DiskFault
    let receivers: KilledReceivers
    let disk: FaultyDisk
    /// What is wrong.
    private(set) var findings: [String] = []
    /// Whether the fault struck when a run was about to end, so that its cure could not be awaited.
    private(set) var isUnhealed = false
    /// How many errors of the storage were counted.
    private(set) var errors = 0.0
    private let patience: Duration
    private let api: CountedAPI
    private let folder: TemporaryFolder
    private var run = 0
    private var slowBases = ["EUR"]
    /// Whether the answer for the slow base was stored.
    private var hasSlowReading = false
    private var committed: Set<Alert.Identity> = []
    private var log = ""

    init(_ fault: DiskFault, patience: Duration = .seconds(90)) async throws {
        self.fault = fault
        self.patience = patience
        api = try CountedAPI()
        folder = try TemporaryFolder()
        disk = try await FaultyDisk(at: folder.path(of: "state"), fault: fault)
        receivers = try KilledReceivers.withOneThatRefuses()
        try folder.write("R0ut1ngK3yOfThirtyTwoCharacters1\n", to: "key")
    }

    /// Lives, and holds what was seen against what is promised.
    mutating func live() async throws {
        do {
            try await liveFirst()
            try await liveSecond()
        } catch is ObservedDaemon.Ended {
            if !fault.harm.isDeadly { findings.append("the daemon ended by itself") }
        }
        try disk.cure()
        let state = try await CommittedState(of: folder, "\(self)")
        committed.formUnion(state.episodes)
        inspect(state)
        do {
            try await liveLast(from: state)
        } catch let stuck as ObservedDaemon.Stuck {
            // What was lost is waited for in vain.
            try judge()
            if findings.isEmpty { throw stuck }
            return
        }
        try judge()
    }

    private mutating func liveFirst() async throws {
        let daemon = try await start()
        defer { note(daemon) }
        try await daemon.until("the first poll") { api.count(of: "USD") >= 1 }
        api.rejectKey(true)
        try await daemon.until("an alert") {
            receivers.steady.takenCount >= 1 && receivers.moody.requestCount >= 1
        }
        api.rejectKey(false)
        try await daemon.until("its end") { receivers.steady.takenCount >= 2 }
        try await end(daemon, by: SIGKILL)
    }

    private mutating func liveSecond() async throws {
        let daemon = try await start()
        defer { note(daemon) }
        receivers.calmDown()
        api.rejectKey(true)
        try await daemon.until("an alert") { receivers.steady.takenCount >= 3 }
        slowBases = []
        try folder.write(configuration.yaml, to: "exporter.yml")
        daemon.process.signal(SIGHUP)
        try await daemon.until("a reload") {
            daemon.log.contains("the configuration was read again")
        }
        api.rejectKey(false)
        try await daemon.until("its end") { receivers.steady.takenCount >= 4 }
        try await end(daemon, by: SIGTERM)
    }

    /// Waits until everything is stored, and ends a run.
    private mutating func end(_ daemon: ObservedDaemon, by signal: Int32) async throws {
        var struck = try disk.calls.struck
        while true {
            if struck > 0 { try disk.cure() }
            try await daemon.until("that it is stored") {
                daemon.log.count(of: Self.failure) == daemon.log.count(of: Self.cure)
            }
            // What happened up to now is stored before the next request leaves.
            let polls = api.count(of: "USD")
            try await daemon.until("polls") { api.count(of: "USD") >= polls + 2 }
            let now = try disk.calls.struck
            if now == struck, daemon.log.count(of: Self.failure) == daemon.log.count(of: Self.cure)
            {
                break
            }
            struck = now
        }
        errors += await daemon.metrics().storageErrors()
        let status = await daemon.end(by: signal)
        if try disk.calls.struck > struck
            || daemon.log.count(of: Self.failure) > daemon.log.count(of: Self.cure)
        {
            isUnhealed = true
        }
        guard status != (signal == SIGKILL ? -SIGKILL : 0) else { return }
        if fault.harm.isDeadly, isUnhealed { throw ObservedDaemon.Ended() }
        findings.append("it ended with \(status.map(String.init) ?? "nothing")")
    }

    /// Looks at what the disk holds when the daemon is dead.
    private mutating func inspect(_ state: CommittedState) {
        hasSlowReading = run > 1 || state.readings["EUR/JPY"] != nil
        guard fault.harm.isDeadly || !isUnhealed else { return }
        let requests = api.requests.count
        // Each is stored before it is sent.
        if state.monthRequests < requests {
            findings.append("\(state.monthRequests) of \(requests) requests are stored")
        }
        // What has come is stored before the next request but one.
        if api.count(of: "USD") > 2, !hasSlowReading {
            findings.append("a reading is lost")
        }
    }

    private mutating func liveLast(from state: CommittedState) async throws {
        let daemon = try await start(onGoodDisk: true)
        defer { note(daemon) }
        receivers.calmDown()
        let page = await daemon.metrics()
        let times = page.series("exchangerate_rate_timestamp_seconds")
        for (pair, time) in state.readings where slowBases.contains(String(pair.prefix(3))) {
            let quote = pair.suffix(3)
            let series =
                "exchangerate_rate_timestamp_seconds{base=\"\(pair.prefix(3))\","
                + "quote=\"\(quote)\"}"
            if times[series].map({ $0 < Double(time.nanosecondsSinceEpoch) / 1e9 }) ?? true {
                findings.append("the reading of \(pair) is older: \(times)")
            }
        }
        api.rejectKey(true)
        try await daemon.until("an alert") {
            await daemon.metrics().fires("ExchangeRateKeyRejected", base: "")
        }
        let taken = receivers.steady.takenCount
        api.rejectKey(false)
        try await daemon.until("its end") {
            try await daemon.metrics().isQuiet && receivers.steady.takenCount > taken
                && !(isUnhealed ? [:] : violations()).values.joined().contains(where: \.isCurable)
        }
        let requests = api.requests.count
        try await daemon.until("polls") { api.requests.count >= requests + 2 }
        let last = await daemon.metrics()
        if let month = last.value("exchangerate_month_requests"), month < Double(requests),
            !isUnhealed
        {
            findings.append("\(month) requests are counted of \(requests)")
        }
        if last.storageErrors() > 0 { findings.append("a good disk fails") }
        let status = await daemon.end(by: SIGTERM)
        if status != 0 { findings.append("it ended with \(String(describing: status))") }
    }

    private func violations() throws -> [String: [PromiseViolation]] {
        try receivers.violations(episodes: committed.union(receivers.toldEpisodes()))
    }

    private mutating func judge() throws {
        if !isUnhealed {
            for (receiver, violations) in try violations() {
                findings.append("\(receiver): \(violations)")
            }
        }
        if try disk.calls.struck > 0, !fault.harm.isDeadly, !isUnhealed, errors == 0, !isHarmless {
            findings.append("no error was counted")
        }
        // Once an hour, whatever befalls it meanwhile; an answer that is lost is a failure, which is
        // asked again after a while.
        if api.count(of: "EUR") > (hasSlowReading ? 1 : 2) {
            findings.append("EUR was asked for too often")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state"))
        if files.contains(where: { $0.contains("corrupt") }) { findings.append("\(files)") }
    }

    /// Whether nothing is lost by it: interrupted calls are repeated, SQLite says nothing of a folder
    /// that cannot be synced, and what is there need not be made.
    private var isHarmless: Bool {
        let calls = ["fsync state", "fdatasync state", "mkdir state", "open state.sqlite"]
        return fault.harm == .failsOnce(.EINTR)
            || calls.contains { disk.journal.contains(" \($0) 0@0 *") }
    }

    private mutating func start(onGoodDisk: Bool = false) async throws -> ObservedDaemon {
        run += 1
        return try await ObservedDaemon(
            configuration, in: folder, environment: onGoodDisk ? [:] : disk.environment,
            patience: patience)
    }

    /// Takes in what can be seen of a run that has ended.
    private mutating func note(_ daemon: ObservedDaemon) {
        log += "run \(run):\n\(daemon.log)\n"
        findings += daemon.refusedPages
        let told = daemon.log.count(of: Self.failure)
        if told > 1 { findings.append("the log tells \(told) times that it cannot store") }
    }

    private var configuration: ExporterConfiguration {
        var configuration = ExporterConfiguration(api: api.url)
        configuration.pollKeys = ["max_backoff: 1s"]
        configuration.rates = ["USD": ["JPY"]]
        configuration.slowBases = slowBases
        configuration.alerts = [
            "key_rejected: {keep_firing_for: 0s}", "group_wait: 0s", "group_interval: 1s",
        ]
        configuration.receivers = receivers.configurations(run: run, keyFile: "key")
        return configuration
    }

    private static let failure = "the state cannot be stored"
    private static let cure = "the state is stored again"
}

extension DiskTrial: CustomStringConvertible {
    var description: String {
        """
        DISK_FAULT='\(fault)' \(findings)
        \(disk.journal.split(separator: "\n").filter { $0.hasSuffix("*") || $0.hasPrefix("  ") }
            .joined(separator: "\n"))
        \(log)
        """
    }
}

extension String {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
