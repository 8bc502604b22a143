import Foundation
import HTTP
import TestKit
import Testing

/// Each fault of the catalogue befalls a daemon whose alert fires: what must go on goes on, nothing is
/// called resolved, and afterwards each receiver has been told every transition once.
@Suite(.fewAtATime)
struct FaultMatrixTests {
    /// Fires before the fault, for EUR.
    private static let first = "ExchangeRateStale"
    /// Begins while the fault lasts.
    private static let second = "ExchangeRateKeyRejected"

    /// What was seen while a fault lasted.
    private struct Seen {
        var slowestScrape = Duration.zero
        var pageAfter: Duration?
        /// Of a core; nil where no process lived through it.
        var effort: Double?
    }

    /// A sanitizer ends a program that finds no memory.
    private static let faults = EnvironmentFault.all.filter {
        !Sanitizer.isPresent || $0.testDescription != "memory is used up"
    }

    @Test(arguments: faults)
    func `what must go on goes on, and in the end all is told once, after`(
        fault: EnvironmentFault
    ) async throws {
        let scene = try await FaultScene()
        try await fault.begin(scene)
        async let course: Void = fault.course(scene)
        let seen = try await Self.watch(scene, fault)
        scene.endWatch()
        try await course
        try await Self.expectNothingResolved(scene)
        try await fault.end(scene)
        if seen.pageAfter == nil {
            // What could not happen meanwhile happens now.
            try await scene.api.add(fault: "unauthorized")
        }
        for receiver in [scene.oncall, scene.backup] {
            try await Self.wait(for: receiver, Self.second, "firing")
        }
        _ = try await scene.exporter.metrics("both fire", within: .seconds(90)) {
            $0.fires(Self.first, base: "EUR") && $0.fires(Self.second, base: "")
        }
        try scene.api.clear()
        try await Self.expectTheEndToldOnce(scene)
        await scene.exporter.kill()
        try await scene.restart()
        try await scene.api.waitForPolls(4)
        try await Self.expectTheEndToldOnce(scene)
        await scene.exporter.stop()
        Self.report(fault, seen)
    }

    /// Looks at the daemon while the fault lasts, for some seconds, by the fault's own demands.
    private static func watch(
        _ scene: FaultScene, _ fault: EnvironmentFault
    ) async throws -> Seen {
        var seen = Seen()
        let start = ContinuousClock.now
        let (process, effort) = (scene.process, processorTime(of: scene.process))
        if fault.scrapes == .goesOn {
            for path in ["/metrics", "/-/healthy", "/", "/metrics", "/api/v1/alerts"] {
                let asked = ContinuousClock.now
                let answer = try await Browser.send(
                    .get, scene.exporter.url + path, within: .seconds(5))
                #expect(answer.status == 200, "\(path)")
                seen.slowestScrape = max(seen.slowestScrape, ContinuousClock.now - asked)
            }
        }
        if fault.reloads == .goesOn { try await scene.exporter.reload() }
        if fault.pages == .goesOn {
            let begun = ContinuousClock.now
            try await scene.api.add(fault: "unauthorized")
            try await wait(for: scene.backup, second, "firing")
            seen.pageAfter = ContinuousClock.now - begun
        }
        if fault.polls == .goesOn {
            try await scene.api.waitForPolls()
        }
        if fault.scrapes == .goesOn {
            #expect(try await scene.exporter.metrics().fires(first, base: "EUR"))
        }
        if let bites = fault.bites {
            let hasBitten = try await eventually(every: .milliseconds(100)) {
                try await bites(scene)
            }
            #expect(hasBitten, "nothing was kept from working")
        }
        // Real time on purpose: some faults take a while to do harm.
        let rest = Duration.seconds(4) - (ContinuousClock.now - start)
        if rest > .zero { try await Task.sleep(for: rest) }
        let took = ContinuousClock.now - start
        if let before = effort, process == scene.process,
            let after = processorTime(of: process)
        {
            seen.effort = (after - before) / (took / .seconds(1))
        }
        // Nothing spins: not on a listening socket without descriptors, nor on a disk that is full.
        #expect(seen.effort ?? 0 < 0.6, "of a core")
        return seen
    }

    /// Waits until a receiver has taken a notification in which an alert has a status.
    private static func wait(
        for receiver: ReceiverServer, _ alert: String, _ status: String
    ) async throws {
        let isTold = try await eventually(within: .seconds(90), every: .milliseconds(20)) {
            try statuses(receiver, alert).contains(status)
        }
        let gists = try receiver.pages().map(\.gist)
        try #require(isTold, "\(alert) \(status): \(gists)")
    }

    /// What a receiver was told of an alert, each notification once.
    private static func statuses(_ receiver: ReceiverServer, _ alert: String) throws -> [String] {
        var ids: Set<String> = []
        return try receiver.pages().filter { $0.isTaken && ids.insert($0.id).inserted }
            .flatMap(\.message.alerts).filter { $0.name == alert }.map(\.status)
    }

    private static func expectNothingResolved(_ scene: FaultScene) async throws {
        for receiver in [scene.oncall, scene.backup] {
            let told = try receiver.pages().flatMap(\.message.alerts)
            #expect(told.allSatisfy { $0.status == "firing" })
        }
    }

    /// Both receivers know of both alerts that they fired and do no more, each in one notification.
    private static func expectTheEndToldOnce(_ scene: FaultScene) async throws {
        for receiver in [scene.oncall, scene.backup] {
            for alert in [first, second] {
                try await wait(for: receiver, alert, "resolved")
                #expect(try statuses(receiver, alert) == ["firing", "resolved"], "\(alert)")
            }
        }
    }

    /// How long a process has computed so far, in seconds; nil where it has ended.
    private static func processorTime(of process: Int32) -> Double? {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        // User and system time are the 12th and the 13th field after the name. proc(5)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12 else { return nil }
        let ticks = fields[11...12].compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func report(_ fault: EnvironmentFault, _ seen: Seen) {
        let scrape = seen.slowestScrape > .zero ? text(seen.slowestScrape) : "–"
        let page = seen.pageAfter.map(text) ?? "after it"
        let effort = seen.effort.map { "\(Int(($0 * 100).rounded())) %" } ?? "it ended"
        print("fault: | \(fault.testDescription) | \(scrape) | \(page) | \(effort) |")
    }

    private static func text(_ duration: Duration) -> String {
        duration < .seconds(1)
            ? "\(Int((duration / .milliseconds(1)).rounded())) ms"
            : "\((duration / .milliseconds(100)).rounded() / 10) s"
    }
}
