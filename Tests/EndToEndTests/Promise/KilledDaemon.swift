import Domain
import Foundation
import TestKit
import Testing

/// A daemon that is killed again and again, while what it is told and who it tells go wrong.
struct KilledDaemon {
    /// Where the kills hit.
    struct Phases: Sendable {
        var kills = 0
        var beforePoll = 0
        var inDelivery = 0
        /// A pager had accepted one of two events.
        var halfDelivered = 0
        /// An Alertmanager was still to be told of an end.
        var withUntoldEnd = 0
    }

    /// A way in which the API goes wrong, and with it an alert comes and goes.
    private enum Trouble: CaseIterable {
        case rejectedKey
        case staleBase

        var fault: String {
            switch self {
            case .rejectedKey: "unauthorized"
            case .staleBase: "frozen"
            }
        }
    }

    /// What a kill waits for, so that the short moments between two steps are hit as well.
    private enum Cue: CaseIterable {
        case time
        case request
        case answer
    }

    let receivers: KilledReceivers
    private(set) var phases = Phases()
    /// Every episode of an alert that was found in the state after a kill.
    private(set) var committed: Set<Alert.Identity> = []
    private let api: StandInProcess
    private let folder: TemporaryFolder
    private var random: SeededGenerator
    private var run = 0
    private var troubles: Set<Trouble> = []
    private var pollsAtChange: [Trouble: Int] = [:]

    init(seed: UInt64) async throws {
        api = try await StandInProcess(["--log=none"])
        folder = try TemporaryFolder()
        random = SeededGenerator(seed: seed)
        receivers = try KilledReceivers(random: &random)
        try folder.write("R0ut1ngK3yOfThirtyTwoCharacters1\n", to: "key")
    }

    /// Starts it, lets things go wrong or right again, kills it, and looks at what it has stored.
    mutating func runAndKill() async throws {
        run += 1
        phases.kills += 1
        // A quarter of the lives ends while the daemon starts, or soon after.
        let isShort = Int.random(in: 0..<4, using: &random) == 0
        let life = Duration.milliseconds(
            Int.random(in: 0...(isShort ? 300 : 1500), using: &random))
        let change = life * Double.random(in: 0...1, using: &random)
        let polls = try await pollCount()
        let clock = ContinuousClock()
        let process = try ExporterProcess.launch(configuration, in: folder, flags: Self.flags)
        // However busy the machine is, the others come to their polls.
        if !isShort { _ = await process.line(containing: "msg=\"listening\"") }
        let start = clock.now
        try await clock.sleep(until: start + change)
        for trouble in Trouble.allCases where Int.random(in: 0..<3, using: &random) > 0 {
            // What no poll has seen makes no transition.
            if try await pollCount() > pollsAtChange[trouble, default: -1] {
                try await toggle(trouble)
            }
        }
        try await waitForCue(until: start + life)
        process.signal(SIGKILL)
        if receivers.requestCount > receivers.answerCount { phases.inDelivery += 1 }
        #expect(await process.exitStatus() == -SIGKILL, "\(process.standardError)")
        if try await pollCount() == polls { phases.beforePoll += 1 }
        let state = try await CommittedState(of: folder)
        committed.formUnion(state.episodes)
        if state.halfDelivered > 0 { phases.halfDelivered += 1 }
        if state.untoldEnds > 0 { phases.withUntoldEnd += 1 }
    }

    /// Waits for the end of a life, or for what makes an earlier kill worth while.
    private mutating func waitForCue(until end: ContinuousClock.Instant) async throws {
        let clock = ContinuousClock()
        let cue = Cue.allCases.randomElement(using: &random) ?? .time
        // Half of them within a few milliseconds: a commit takes no longer.
        let chance = Double.random(in: 0...1, using: &random)
        let delay = Duration.milliseconds(20) * (chance * chance * chance)
        let before = count(of: cue)
        let hasCome = await eventually(
            within: clock.now.duration(to: end), every: .microseconds(200)
        ) { count(of: cue) > before }
        if hasCome { try await clock.sleep(for: delay) }
    }

    private func count(of cue: Cue) -> Int {
        switch cue {
        case .time: 0
        case .request: receivers.requestCount
        case .answer: receivers.answerCount
        }
    }

    /// Lets all go right, and waits until everything is told, or nothing more comes.
    mutating func settle() async throws {
        receivers.calmDown()
        for trouble in troubles { try await toggle(trouble) }
        run += 1
        let exporter = try await ExporterProcess(
            configuration, in: folder, flags: Self.flags)
        _ = try await eventually(every: .milliseconds(100)) {
            try await exporter.metrics().isQuiet && !isWaiting
        }
        try await api.waitForPolls(4)
        await exporter.stop()
        let state = try await CommittedState(of: folder)
        #expect(state.firing.isEmpty && state.undelivered == 0, "\(exporter.log)")
        #expect(state.untoldEnds == 0, "\(exporter.log)")
        committed.formUnion(state.episodes)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "state"))
        #expect(!files.contains { $0.contains("corrupt") }, "\(files)")
    }

    /// What is wrong with what the receivers took, by the names of the receivers.
    func violations() throws -> [String: [PromiseViolation]] {
        try receivers.violations(episodes: episodes())
    }

    /// Whether a receiver is still to be told of something.
    private var isWaiting: Bool {
        get throws { try violations().values.joined().contains(where: \.isCurable) }
    }

    /// What is known to have begun: by the state, or since somebody was told.
    func episodes() throws -> Set<Alert.Identity> {
        try committed.union(receivers.toldEpisodes())
    }

    private func pollCount() async throws -> Int { try await api.requests().count }

    private mutating func toggle(_ trouble: Trouble) async throws {
        pollsAtChange[trouble] = try await pollCount()
        if troubles.remove(trouble) != nil {
            try api.clear(fault: trouble.fault)
            return
        }
        troubles.insert(trouble)
        switch trouble {
        case .rejectedKey: try await api.add(fault: trouble.fault)
        case .staleBase: try await api.freeze(base: "EUR")
        }
    }

    private var configuration: ExporterConfiguration {
        var configuration = ExporterConfiguration.paging(api)
        configuration.receivers = receivers.configurations(run: run, keyFile: "key")
        configuration.rates = ["USD": ["JPY"], "EUR": ["JPY"]]
        return configuration
    }

    /// A pager knows an incident by the address of the status page among others, and the port is
    /// another in each run.
    private static let flags = ["--web.external-url=http://fx.example/"]
}
