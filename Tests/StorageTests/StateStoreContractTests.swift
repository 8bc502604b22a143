import Domain
import ExchangeRate
import Foundation
import Freshness
import Storage
import TestKit
import Testing

/// What every engine does alike.
struct StateStoreContractTests {
    enum Engine: CaseIterable, Sendable {
        case sqlite
        case memory

        /// Opens an empty store; the folder must outlive it.
        func open(_ folder: TemporaryFolder) async throws -> any StateStore {
            switch self {
            case .sqlite: try await folder.openStore()
            case .memory: MemoryStore()
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: Engine.allCases)
    func `a new store is empty`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        #expect(try await store.load() == StoredState())
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `a whole state comes back as it went in`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        let state = try Samples.full()
        try await store.commit(.whole(state))
        let loaded = try await store.load()
        #expect(loaded == state)
        // Equality of strings is by letters; stamps are kept byte by byte.
        #expect(
            loaded.symbols.map { $0.reading.map { Array($0.stamp.utf8) } }
                == state.symbols.map { $0.reading.map { Array($0.stamp.utf8) } })
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `a whole state replaces all that was there`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        try await store.commit(.whole(Samples.full()))
        let state = try Samples.numbered(7)
        try await store.commit(.whole(state))
        #expect(try await store.load() == state)
        try await store.commit(.whole(StoredState()))
        #expect(try await store.load() == StoredState())
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `an update changes its own rows alone`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        var state = try Samples.full()
        try await store.commit(.whole(state))

        state.bases[1].lastResult = .good
        state.symbols[1].reading = nil
        let poll = PollRecord(
            base: state.bases[1].base, startedAt: Samples.now + .seconds(9), duration: .seconds(1),
            result: .failed(.tls))
        state.polls.append(poll)
        try await store.commit(
            .update(
                StateUpdate(bases: [state.bases[1]], symbols: [state.symbols[1]], polls: [poll])))
        #expect(try await store.load() == state)

        state.account?.gate = nil
        state.account?.roundBases = [state.bases[0].base]
        try await store.commit(.update(StateUpdate(account: state.account)))
        #expect(try await store.load() == state)
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `alerting in an update takes the place of all that was there`(engine: Engine) async throws
    {
        let store = try await engine.open(folder)
        var state = try Samples.full()
        try await store.commit(.whole(state))

        state.alerting.alerts[AlertKey(name: .limited)] = nil
        state.alerting.groups.swapAt(0, 2)
        state.alerting.outbox = Array(state.alerting.outbox.dropFirst().reversed())
        state.alerting.feeds[0].ended[0].takenAt["https://b.example"] = Samples.now
        state.alerting.feeds.swapAt(0, 1)
        state.alerting.answers.append(.good)
        state.alerting.rejections.unauthorizedAt = nil
        state.alerting.downgrades[try Samples.code("USD")] = ["ecb_daily"]
        try await store.commit(.update(StateUpdate(alerting: state.alerting)))
        #expect(try await store.load() == state)

        state.alerting = StoredAlerting()
        try await store.commit(.update(StateUpdate(alerting: state.alerting)))
        #expect(try await store.load() == state)
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `any alerting follows any other`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        var generator = SeededGenerator(seed: 3)
        var state = try Samples.full()
        try await store.commit(.whole(state))
        let (full, other) = (state.alerting, Samples.alerting(numbered: 3))
        for _ in 0..<300 {
            state.alerting = full
            state.alerting.alerts = full.alerts.filter { _ in Bool.random(using: &generator) }
            state.alerting.groups = (full.groups + other.groups).shuffled(using: &generator)
                .filter { _ in Bool.random(using: &generator) }
            state.alerting.outbox = (full.outbox + other.outbox).shuffled(using: &generator)
                .filter { _ in Bool.random(using: &generator) }
            for index in state.alerting.outbox.indices {
                state.alerting.outbox[index].attempts = Int.random(in: 0...2, using: &generator)
            }
            state.alerting.feeds = full.feeds.shuffled(using: &generator)
                .filter { _ in Bool.random(using: &generator) }
            state.alerting.answers.shuffle(using: &generator)
            state.alerting.rejections.unauthorizedAt =
                Bool.random(using: &generator) ? Samples.now : nil
            state.alerting.downgrades = full.downgrades
                .filter { _ in Bool.random(using: &generator) }
            let bases = [try Samples.code("EUR"), try Samples.code("USD")]
            state.account?.roundBases = Set(
                bases.filter { _ in Bool.random(using: &generator) })
            let isWhole = Int.random(in: 0...9, using: &generator) == 0
            try await store.commit(
                isWhole
                    ? .whole(state)
                    : .update(StateUpdate(account: state.account, alerting: state.alerting)))
            try #require(try await store.load() == state)
        }
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `an update removes symbols, and puts those that it brings as well`(
        engine: Engine
    ) async throws {
        let store = try await engine.open(folder)
        var state = try Samples.full()
        try await store.commit(.whole(state))
        let gone = state.symbols.remove(at: 0)
        let back = state.symbols[0]
        try await store.commit(
            .update(
                StateUpdate(
                    symbols: [back],
                    removedSymbols: [gone, back].map { SymbolKey(base: $0.base, symbol: $0.symbol) }
                )))
        #expect(try await store.load() == state)
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `the oldest polls beyond the limit of a base are removed`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        let (usd, eur) = (try Samples.code("USD"), try Samples.code("EUR"))
        // The clock is set back on the way: the order of the commits is what counts.
        let polls = (0..<PollRecord.keptPerBase + 5).map { index in
            PollRecord(
                base: usd, startedAt: Samples.now - .seconds(index), duration: .seconds(index),
                result: .good)
        }
        let other = PollRecord(base: eur, startedAt: Samples.now, duration: .zero, result: .good)
        try await store.commit(.update(StateUpdate(polls: [other] + polls)))
        #expect(try await store.load().polls == [other] + polls.suffix(PollRecord.keptPerBase))

        try await store.commit(.update(StateUpdate(polls: [polls[0]])))
        let kept = polls.suffix(PollRecord.keptPerBase - 1) + [polls[0]]
        #expect(try await store.load().polls == [other] + kept)

        try await store.commit(.whole(StoredState(polls: polls)))
        #expect(try await store.load().polls == polls.suffix(PollRecord.keptPerBase))
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `rows come sorted, and of two with one key the last counts`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        let state = try Samples.numbered(1)
        var update = StateUpdate(
            account: state.account, bases: state.bases.reversed(),
            symbols: state.symbols.reversed(), alerting: state.alerting)
        update.bases.append(state.bases[0])
        update.bases[2].failuresInARow = 99
        try await store.commit(.update(update))
        #expect(try await store.load() == state)
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `a closed store refuses`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        await store.close()
        let commit = await #expect(throws: StorageError.self) {
            try await store.commit(.whole(StoredState()))
        }
        #expect(commit?.operation == .commit)
        let load = await #expect(throws: StorageError.self) { try await store.load() }
        #expect(load?.operation == .load)
        await store.close()
    }

    @Test(arguments: Engine.allCases)
    func `commits from many tasks are done one after the other`(engine: Engine) async throws {
        let store = try await engine.open(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask { try await store.commit(.whole(Samples.numbered(number))) }
            }
            try await group.waitForAll()
        }
        #expect(Samples.number(of: try await store.load()) != nil)
        await store.close()
    }
}
