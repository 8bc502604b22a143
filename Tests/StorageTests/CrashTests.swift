import Dispatch
import Domain
import Foundation
import Storage
import TestKit
import Testing

struct CrashTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a kill in the middle of commits loses nothing that was acknowledged`() async throws
    {
        let (path, acknowledged) = (folder.store, "\(folder.path)/acknowledged")
        var random = SeededGenerator(seed: StorageSeed.value)
        var last = 0
        for round in 0..<12 {
            // Without a commit before it, a kill hits the opening as well.
            let commits = round.isMultiple(of: 3) ? 0 : Int.random(in: 1...6, using: &random)
            let delay = Int.random(in: 0...(commits == 0 ? 40_000 : 10_000), using: &random)
            let hint = Comment("round \(round), \(StorageSeed.hint)")
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = path as String, acknowledged = acknowledged as String,
                    commits = commits as Int, delay = delay as Int
                ] in
                func arm() {
                    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) {
                        kill(getpid(), SIGKILL)
                    }
                }
                if commits == 0 { arm() }
                guard case .writable(let store, _) = await SQLiteStore.open(path, now: Samples.now)
                else { exit(1) }
                var number = try await store.load().account?.monthRequests ?? 0
                let armsAt = number + commits
                let file = open(acknowledged, O_WRONLY | O_CREAT, 0o600)
                while true {
                    number += 1
                    let state = try Samples.numbered(number, bases: 20, symbols: 10)
                    // Either kind of commit, in turn.
                    try await store.commit(
                        number.isMultiple(of: 3) ? .whole(state) : .update(StateUpdate(state)))
                    var bytes = Int64(number)
                    pwrite(file, &bytes, 8, 0)
                    if number == armsAt { arm() }
                }
            }
            let store = try await folder.openStore()
            let state = try await store.load()
            await store.close()
            let found = try #require(Samples.number(of: state), hint)
            // A round may die before it tells of its last commit.
            let least = max(number(in: acknowledged), last + commits)
            #expect(least...least + 1 ~= found, hint)
            last = found
        }
    }

    /// The number that a process has written; 0 where it died before it wrote one.
    private func number(in path: String) -> Int {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count == 8 else {
            return 0
        }
        return data.withUnsafeBytes { Int($0.loadUnaligned(as: Int64.self)) }
    }

    @Test func `a log that was cut anywhere gives a whole commit`() async throws {
        let store = try await folder.openStore()
        for number in 1...8 {
            try await store.commit(
                number.isMultiple(of: 3)
                    ? .whole(Samples.numbered(number))
                    : .update(StateUpdate(Samples.numbered(number))))
        }
        let (database, log) = (try folder.read(), try folder.read("state.sqlite-wal"))
        await store.close()

        var numbers: [Int] = []
        for cut in stride(from: 0, through: log.count, by: max(1, log.count / 150)) + [log.count] {
            let image = try TemporaryFolder()
            try image.write(database)
            try image.write(log.prefix(cut), to: "state.sqlite-wal")
            let store = try await image.openStore()
            let state = try await store.load()
            await store.close()
            numbers.append(
                state == StoredState()
                    ? 0 : try #require(Samples.number(of: state), "cut at \(cut)"))
        }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers) == Set(0...8))
    }

    @Test func `a log with a flipped bit ends at the commit before it`() async throws {
        let store = try await folder.openStore()
        try await store.commit(.whole(Samples.numbered(1)))
        let (database, good) = (try folder.read(), try folder.read("state.sqlite-wal").count)
        try await store.commit(.whole(Samples.numbered(2)))
        var log = try folder.read("state.sqlite-wal")
        await store.close()
        log[good + 100] ^= 1

        let image = try TemporaryFolder()
        try image.write(database)
        try image.write(log, to: "state.sqlite-wal")
        let survivor = try await image.openStore()
        #expect(Samples.number(of: try await survivor.load()) == 1)
        await survivor.close()
    }
}
