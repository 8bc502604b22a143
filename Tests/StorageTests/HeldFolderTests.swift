import Domain
import Foundation
import Testing

@testable import Storage

struct HeldFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a folder is one store's until it is closed`() async throws {
        let first = try await folder.openStore()
        let begin = ContinuousClock.now
        let error = try await folder.openHeld()
        #expect(ContinuousClock.now - begin < .seconds(30))
        #expect(error.operation == .open)
        #expect(error.kind == .held)
        #expect(
            error.message
                == "\(folder.store) is held by another running daemon: stop it, or give this one a"
                + " folder of its own")

        // The loser's try has not loosened the winner's lock.
        #expect(try await folder.openHeld().kind == .held)
        try await first.commit(.whole(Samples.full()))
        await first.close()

        let second = try await folder.openStore()
        #expect(try await second.load() == Samples.full())
        await second.close()
    }

    @Test func `a folder whose file was removed is still held`() async throws {
        let store = try await folder.openStore()
        for name in try folder.files() {
            try FileManager.default.removeItem(atPath: "\(folder.store)/\(name)")
        }
        #expect(try await folder.openHeld().kind == .held)
        await store.close()
    }

    @Test func `a file that another program holds is read, and written once it is free`()
        async throws
    {
        try await folder.fill(Samples.full())
        let connection = try Connection(path: folder.database, patience: .zero)
        try connection.configure()
        #expect(try connection.integer("SELECT count(*) FROM symbols") == 3)
        guard case .readable(let state, let error) = await folder.open() else {
            Issue.record("not read")
            return
        }
        #expect(try state == Samples.full())
        #expect(error.kind == .held)
        connection.close()
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        await store.close()
    }

    @Test func `a store that is forgotten gives its folder free`() async throws {
        do {
            let store = try await folder.openStore()
            try await store.commit(.whole(Samples.full()))
        }
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        await store.close()
    }

    @Test func `another process is kept off a folder, and lets it be`() async throws {
        let store = try await folder.openStore()
        try await store.commit(.whole(Samples.numbered(1)))
        await folder.expectHeldInAnotherProcess()
        try await store.commit(.whole(Samples.numbered(2)))
        await folder.expectHeldInAnotherProcess()
        await store.close()
        let again = try await folder.openStore()
        #expect(Samples.number(of: try await again.load()) == 2)
        await again.close()
    }

    @Test func `another process is kept off by the lock on the file alone`() async throws {
        // On a file system that has no locks on folders.
        try await folder.fillAndLeaveLog(Samples.numbered(1))
        let connection = try Connection(path: folder.database, patience: .zero)
        try connection.configure()
        try connection.bringUp(to: .current)
        await folder.expectHeldInAnotherProcess(canLockFolders: false)
        connection.close()
    }

    @Test func `another process is kept off a folder that it can only read`() async throws {
        let store = try await folder.openStore()
        chmod(folder.path, 0o755)
        chmod(folder.store, 0o555)
        for name in try folder.files() { chmod("\(folder.store)/\(name)", 0o444) }
        await folder.expectHeldInAnotherProcess(isUnprivileged: true)
        await store.close()
        chmod(folder.store, 0o755)
    }

    @Test func `a killed process gives its folder free and leaves its commits`() async throws {
        let path = folder.store
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            guard case .writable(let store, _) = await SQLiteStore.open(path, now: Samples.now)
            else { exit(1) }
            try await store.commit(.whole(Samples.full()))
            kill(getpid(), SIGKILL)
        }
        #expect(try folder.read("state.sqlite-wal").count > 0)
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        await store.close()
    }
}
