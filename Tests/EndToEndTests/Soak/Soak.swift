import Domain
import Foundation
import TestKit
import Testing

/// A daemon that lives through months among peers who mean it no good.
///
/// The machine sleeps most of the time: what happens takes as long as it takes, and then all clocks
/// but `CLOCK_MONOTONIC` go on by five minutes. So months pass in minutes however busy the real machine
/// is, and no timeout of the network is shortened.
struct Soak {
    /// How long the machine sleeps at a time, and with it the longest that anything comes late.
    private static let step = Duration.seconds(300)
    private static let stepsPerHour = 12
    /// How many bases there are, as many as the ECB and others name currencies.
    private static let baseCount = 170
    /// Thirty days of it are 30,600 requests and their commits, which two cores do in ten minutes.
    private static let interval = "4h"

    /// In hours.
    private static let longestSettling = 96
    private static let hoursBetweenLooks = 12

    private let clock: MovedClock
    private let standIn: StandInProcess
    private let api: SoakAPI
    private let receivers: KilledReceivers
    private let exporter: ExporterProcess
    private let machine: MachineAtRest
    private let deadReceiver: ReservedPort
    private var random: SeededGenerator
    private var weather = SoakWeather(bases: ["USD"] + SoakAPI.bases(baseCount - 1))
    private var scrapers = SoakScrapers()
    private var witness: ClockWitness
    private(set) var samples: [SoakSample] = []
    /// Attempts to deliver, as of the last look.
    private var notifications = 0
    /// What was stored, in bytes, as of the last look.
    private var used = 0
    /// Steps before which the machine did not come to rest.
    private(set) var restless = 0

    init(seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        clock = try await MovedClock()
        standIn = try await StandInProcess(["--log=none"], environment: clock.environment)
        api = try SoakAPI(of: standIn.port)
        receivers = try KilledReceivers(random: &random) { [clock] in clock.now }
        deadReceiver = try ReservedPort()
        let folder = try TemporaryFolder()
        try folder.write("key-0\n", to: "api-key")
        try folder.write("R0ut1ngK3yOfThirtyTwoCharacters1\n", to: "key")
        exporter = try await ExporterProcess(
            Self.configuration(api: api, receivers: receivers, dead: deadReceiver), in: folder,
            flags: ["--web.external-url=http://fx.example/"], environment: clock.environment)
        machine = MachineAtRest(
            processes: [exporter.process.identifier, standIn.identifier])
        witness = ClockWitness(exporter, clock: clock)
    }

    /// Lets hours pass.
    mutating func run(hours: Int) async throws {
        for hour in 1...hours {
            if weather.passHour(using: &random) {
                try standIn.clear()
                for fault in weather.faults { try await standIn.add(fault: fault) }
            }
            if hour.isMultiple(of: 6) { try reload(hour) }
            if hour.isMultiple(of: 17) {
                try exporter.folder.write("key-\(hour)\n", to: "api-key")
            }
            try scrapers.trouble(port: exporter.port, using: &random)
            for _ in 0..<Self.stepsPerHour { try pass() }
            _ = try await exporter.get("/metrics")
            // Reading a page of 170 bases to the letter takes longer than the hour.
            if hour.isMultiple(of: Self.hoursBetweenLooks) {
                let page = try await witness.look(isDataNew: true)
                let attempts = page.series("exchangerate_notifications_total").values
                notifications = Int(attempts.reduce(0, +))
                used = try CommittedState.usedBytes(of: exporter.folder)
            }
            samples.append(try sample(hour))
        }
    }

    /// Lets all go right, and time pass until all is told.
    mutating func settle() async throws {
        try standIn.clear()
        receivers.calmDown()
        scrapers.leave()
        try reload(0)
        for _ in 0..<Self.longestSettling {
            for _ in 0..<Self.stepsPerHour { try pass() }
            let page = try await exporter.metrics()
            let isQuiet = page.series("exchangerate_alert_state").values.allSatisfy { $0 == 0 }
            let waits = Self.heard.contains { page.queueLength($0) != 0 }
            if isQuiet, !waits { break }
        }
        _ = try await witness.look(isDataNew: true)
        await exporter.stop()
    }

    /// What is wrong with what the receivers took, by their names.
    func violations() async throws -> [String: [PromiseViolation]] {
        let state = try await CommittedState(of: exporter.folder)
        #expect(state.firing.isEmpty, "\(exporter.log.suffix(4000))")
        let told = try receivers.toldEpisodes()
        let all = try receivers.violations(episodes: state.episodes.union(told))
        return all.mapValues { violations in
            violations.filter { violation in
                switch violation {
                // What fires lasts for four minutes with an Alertmanager: it may take a sleep for the
                // end.
                case .endedWhileFiring: false
                // What began and ended in one sleep is told as one, and no look at the state saw it.
                case .startUnknown: false
                default: true
                }
            }
        }.filter { !$0.value.isEmpty }
    }

    /// All that the receivers took, a line each.
    func transcript() throws -> String { try receivers.transcript() }

    /// How many alerts began.
    func episodeCount() throws -> Int { try receivers.toldEpisodes().count }

    var requestCount: Int { api.requests }

    /// How many requests the settings allow: one of each base in an interval, and while they fail one
    /// after 10 s, 20 s and so on, which are eleven, and then every two hours.
    var allowedRequests: Int {
        let hours = samples.count + Self.longestSettling
        return Self.baseCount * (hours / 4 + 2) + 11 * weather.troubles + weather.troubledHours / 2
    }

    /// Those who hear of everything in the end.
    private static let heard = ["steady", "moody", "pager", "cluster"]

    private mutating func pass() throws {
        try clock.suspend(for: Self.step)
        if !machine.wait(upTo: .milliseconds(500), isBusy: { api.isBusy }) { restless += 1 }
    }

    /// Has the daemon read its configuration anew, which watches one base more or less each time.
    private mutating func reload(_ hour: Int) throws {
        var configuration = Self.configuration(
            api: api, receivers: receivers, dead: deadReceiver)
        if hour.isMultiple(of: 12) { configuration.moreBases.removeLast() }
        try exporter.folder.write(configuration.yaml, to: "exporter.yml")
        exporter.process.signal(SIGHUP)
    }

    private func sample(_ hour: Int) throws -> SoakSample {
        let folder = exporter.folder.path(of: "state")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let sizes = files.map { file in
            let path = "\(folder)/\(file)"
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            return size ?? 0
        }
        return SoakSample(
            hour: hour, usage: try ProcessUsage(of: exporter.process.identifier),
            state: sizes.reduce(0, +), used: used, log: exporter.log.utf8.count,
            requests: api.requests, notifications: notifications)
    }

    private static func configuration(
        api: SoakAPI, receivers: KilledReceivers, dead: ReservedPort
    ) -> ExporterConfiguration {
        var configuration = ExporterConfiguration(api: api.url, interval: interval)
        configuration.apiKeys = ["key_file: api-key", "timeout: 1s"]
        configuration.pollKeys = ["max_backoff: 2h", "max_interval: 4h"]
        configuration.rates = ["USD": ["EUR", "GBP", "JPY", "CHF"]]
        configuration.moreBases = SoakAPI.bases(baseCount - 1)
        configuration.freshness = ["live: 9h", "live_closed: 9h", "ecb_daily: 8d"]
        // No repeating: whoever is told the same again by another notification was told twice.
        configuration.alerts = ["group_interval: 5m", "repeat_interval: 365d"]
        configuration.receivers =
            receivers.configurations(run: 0, keyFile: "key")
            + [ReceiverConfiguration("gone", url: dead.url)]
        return configuration
    }
}
