import Domain
import Foundation
import Freshness
import Storage
import Testing

struct CommitTimeTests {
    /// Prints, and asserts no time: the disk of the machine decides it.
    @Test func `commits of 170 bases with 30 symbols are measured`() async throws {
        let folder = try TemporaryFolder()
        let store = try await folder.openStore()
        var state = try Samples.numbered(1, bases: 170, symbols: 30)
        for base in state.bases {
            for index in 0..<PollRecord.keptPerBase {
                state.polls.append(
                    PollRecord(
                        base: base.base, startedAt: Samples.now + .seconds(index),
                        duration: .milliseconds(20), result: .good))
            }
        }
        let clock = ContinuousClock()
        let whole = try await clock.measure { try await store.commit(.whole(state)) }
        let again = try await clock.measure { try await store.commit(.whole(state)) }

        var updates: [Duration] = []
        for index in 0..<50 {
            let base = state.bases[index].base
            let update = StateUpdate(
                account: state.account, bases: [state.bases[index]],
                symbols: state.symbols.filter { $0.base == base }, polls: [state.polls[index]])
            updates.append(try await clock.measure { try await store.commit(.update(update)) })
        }
        let all = try await clock.measure {
            try await store.commit(
                .update(StateUpdate(bases: state.bases, symbols: state.symbols)))
        }
        state.alerting = Samples.alerting(of: state.bases.map(\.base), receivers: 4)
        let alerting = try await clock.measure {
            try await store.commit(.update(StateUpdate(alerting: state.alerting)))
        }
        let load = try await clock.measure { _ = try await store.load() }
        #expect(try await store.load().symbols.count == 170 * 30)
        await store.close()
        let open = try await clock.measure { await (try folder.openStore()).close() }
        print(
            """
            whole \(whole), again \(again); update of one base: median \(updates.sorted()[25]), \
            worst \(updates.max() ?? .zero); update of all \(all); \
            all stale to 4 receivers \(alerting); load \(load); open and close \(open)
            """)
    }
}
