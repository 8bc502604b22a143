import Foundation
import TestKit
import Testing

/// What becomes of the promise while daemons are killed.
///
/// Every transition of an alert reaches each of its receivers in at least one delivered
/// notification, in order for one group, until `give_up_after`; a notification that is sent again
/// carries the same id. A pager's incident is open while something fires, and an Alertmanager that
/// is told the present state shows what is true.
@Suite(.fewAtATime)
struct PromiseTests {
    /// How many daemons run side by side: most of the time each of them waits.
    private static let lanes = 6

    @Test func `every transition reaches each receiver, in order, and again by the same id alone`()
        async throws
    {
        let kills = Int(try Self.number("CRASH_KILLS") ?? 200)
        let seed = try DrawnSeed("CRASH_SEED").value
        print("crash test: CRASH_SEED=\(seed) CRASH_KILLS=\(kills)")
        let begin = ContinuousClock.now
        let daemons = try await withThrowingTaskGroup(of: KilledDaemon.self) { group in
            for lane in 0..<Self.lanes {
                let share = (kills + Self.lanes - 1 - lane) / Self.lanes
                group.addTask {
                    var daemon = try await KilledDaemon(seed: seed &+ UInt64(lane))
                    for _ in 0..<share { try await daemon.runAndKill() }
                    try await daemon.settle()
                    return daemon
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for daemon in daemons {
            let violations = try daemon.violations()
            let transcript = try daemon.receivers.transcript()
            #expect(violations.isEmpty, "CRASH_SEED=\(seed)\n\(transcript)")
        }
        let total = try Totals(of: daemons)
        print("crash test: \(total) in \(ContinuousClock.now - begin)")
        #expect(total.kills == kills)
        // Fewer may by chance hit nothing of interest.
        guard kills >= 100 else { return }
        #expect(total.episodes > kills / 20)
        #expect(total.beforePoll > 0 && total.inDelivery > 0 && total.sentAgain > 0)
        #expect(total.opensWhatHasEnded > 0 && total.withUntoldEnd > 0)
    }

    /// What the kills hit, over all daemons.
    private struct Totals: CustomStringConvertible {
        var kills = 0
        var beforePoll = 0
        var inDelivery = 0
        var episodes = 0
        var taken = 0
        var sentAgain = 0
        var halfDelivered = 0
        var withUntoldEnd = 0
        var events = 0
        /// Incidents that were opened and closed by one notification.
        var opensWhatHasEnded = 0
        var posts = 0

        init(of daemons: [KilledDaemon]) throws {
            for daemon in daemons {
                kills += daemon.phases.kills
                beforePoll += daemon.phases.beforePoll
                inDelivery += daemon.phases.inDelivery
                episodes += try daemon.episodes().count
                halfDelivered += daemon.phases.halfDelivered
                withUntoldEnd += daemon.phases.withUntoldEnd
                for ids in try daemon.receivers.notifications().values.map({ $0.map(\.id) }) {
                    taken += ids.count
                    sentAgain += ids.count - Set(ids).count
                }
                let pagerEvents = try daemon.receivers.events()
                events += pagerEvents.count
                opensWhatHasEnded += pagerEvents.count(where: \.opensWhatHasEnded)
                posts += try daemon.receivers.posts().count
            }
        }

        var description: String {
            """
            \(kills) kills, \(beforePoll) before a poll, \(inDelivery) in a delivery, \
            \(halfDelivered) between two events of a pager, \(withUntoldEnd) with an end that \
            Alertmanager lacked; \(episodes) episodes in \(taken) taken notifications, \
            \(sentAgain) sent again, \(events) events of pagers, \(opensWhatHasEnded) of which \
            open what has ended, and \(posts) lists for Alertmanagers
            """
        }
    }

    private static func number(_ variable: String) throws -> UInt64? {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
        let number: UInt64 = try #require(UInt64(text), "\(variable) must be a number")
        return number
    }
}
