import Domain
import Foundation
import TestKit
import Testing

@testable import Storage

struct UnwritableFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [true, false])
    func `a folder without permission to write is read, log and all`(hasLog: Bool) async throws {
        if hasLog {
            try await folder.fillAndLeaveLog(Samples.full())
        } else {
            try await folder.fill(Samples.full())
        }
        chmod(folder.path, 0o755)
        for name in try folder.files() { chmod("\(folder.store)/\(name)", 0o444) }
        chmod(folder.store, 0o555)

        let path = folder.store
        await #expect(processExitsWith: .success) { [path = path as String] in
            Unprivileged.become()
            // A copy in a file would be left by a process that is killed.
            Unprivileged.writeNothing()
            let opening = await SQLiteStore.open(path, now: Samples.now)
            guard case .readable(let state, let error) = opening else {
                throw UnexpectedOpening(opening: opening)
            }
            #expect(try state == Samples.full())
            #expect(error.operation == .open)
            #expect(error.kind == .readOnly)
            let again = await SQLiteStore.open(path, now: Samples.now, readsUnwritable: false)
            guard case .unavailable(error) = again else {
                throw UnexpectedOpening(opening: again)
            }
        }
        chmod(folder.store, 0o755)
        for name in try folder.files() { chmod("\(folder.store)/\(name)", 0o644) }
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        await store.close()
    }

    @Test(arguments: ["a%3fb?c#d", "a%", "file:"])
    func `a folder that cannot be written is read whatever its name is`(name: String) async throws {
        let path = "\(folder.path)/\(name)"
        guard case .writable(let store, _) = await SQLiteStore.open(path, now: Samples.now) else {
            Issue.record("not opened")
            return
        }
        try await store.commit(.whole(Samples.full()))
        await store.close()
        chmod(folder.path, 0o755)
        chmod("\(path)/state.sqlite", 0o444)
        chmod(path, 0o555)
        await expectReadable(path)
        chmod(path, 0o755)
    }

    @Test func `an older file that cannot be written is read`() async throws {
        let fixture = try #require(SchemaFixture.all.first)
        try folder.write(Data())
        for statement in fixture.statements { try folder.edit(statement) }
        var state = try Samples.full()
        fixture.reduce(&state)
        chmod(folder.path, 0o755)
        chmod(folder.database, 0o444)
        chmod(folder.store, 0o555)
        let (path, bases) = (folder.store, state.bases.count)
        await #expect(processExitsWith: .success) { [path = path as String, bases = bases as Int] in
            Unprivileged.become()
            let opening = await SQLiteStore.open(path, now: Samples.now)
            guard case .readable(let found, _) = opening else {
                throw UnexpectedOpening(opening: opening)
            }
            #expect(found.bases.count == bases)
        }
        chmod(folder.store, 0o755)
    }

    @Test func `a damaged file that cannot be replaced keeps its log`() async throws {
        let state = try Samples.numbered(5, bases: 30, symbols: 30)
        try await folder.fill(state)
        let store = try await folder.openStore()
        try await store.commit(.update(StateUpdate(account: state.account)))
        var data = try folder.read()
        let log = try folder.read("state.sqlite-wal")
        await store.close()
        let page = data.count / 4_096 / 2 * 4_096
        data.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xff, count: 4_096))
        try folder.write(data)
        try folder.write(log, to: "state.sqlite-wal")
        for name in try folder.files() { chmod("\(folder.store)/\(name)", 0o666) }
        chmod(folder.path, 0o755)
        chmod(folder.store, 0o555)
        let path = folder.store
        await #expect(processExitsWith: .success) { [path = path as String] in
            Unprivileged.become()
            let opening = await SQLiteStore.open(path, now: Samples.now)
            guard case .readable = opening else { throw UnexpectedOpening(opening: opening) }
        }
        #expect(try folder.read() == data)
        #expect(try folder.read("state.sqlite-wal") == log)
        chmod(folder.store, 0o755)
    }

    @Test(arguments: [0o555, 0o755] as [mode_t])
    func `a damaged file that cannot be moved is read as far as it goes`(
        mode: mode_t
    ) async throws {
        let state = try Samples.numbered(5, bases: 30, symbols: 30)
        try await folder.fill(state)
        var data = try folder.read()
        let page = data.count / 4_096 / 2 * 4_096
        data.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xff, count: 4_096))
        try folder.write(data)
        chmod(folder.path, 0o755)
        chmod(folder.database, 0o444)
        chmod(folder.store, mode)
        let path = folder.store
        await #expect(processExitsWith: .success) { [path = path as String] in
            Unprivileged.become()
            let opening = await SQLiteStore.open(path, now: Samples.now)
            guard case .readable(let rescued, let error) = opening else {
                throw UnexpectedOpening(opening: opening)
            }
            #expect(rescued.bases.count == 30)
            #expect(Samples.number(of: rescued) == 5)
            #expect(error.kind == .readOnly)
        }
        #expect(try folder.read() == data)
        chmod(folder.store, 0o755)
    }

    @Test func `an empty folder without permission to write is unavailable`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.store, withIntermediateDirectories: false)
        chmod(folder.path, 0o755)
        chmod(folder.store, 0o555)
        let path = folder.store
        await #expect(processExitsWith: .success) { [path = path as String] in
            Unprivileged.become()
            for folder in [path, "\(path)/below"] {
                let opening = await SQLiteStore.open(folder, now: Samples.now)
                guard case .unavailable(let error) = opening else {
                    throw UnexpectedOpening(opening: opening)
                }
                #expect(error.kind == .readOnly)
                #expect(error.message.hasSuffix(": Permission denied"))
            }
        }
        chmod(folder.store, 0o755)
        await (try folder.openStore()).close()
    }

    @Test func `what a successor holds is read where it can get no name`() async throws {
        try await folder.fill(Samples.full())
        chmod(folder.path, 0o755)
        #expect(rename(folder.database, "\(folder.database).new") == 0)
        chmod("\(folder.database).new", 0o666)
        chmod(folder.store, 0o555)
        let path = folder.store
        await expectReadable(path)
        chmod(folder.store, 0o755)
        let (store, notices) = try await folder.openWithNotices()
        #expect(notices.count == 1)
        #expect(try await store.load() == Samples.full())
        await store.close()
    }

    @Test(arguments: ["", "/below", "/below/that"])
    func `a file in the place of the folder is unavailable until it is gone`(
        below: String
    ) async throws {
        let file = "\(folder.path)/file"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        let path = file + below
        let opening = await SQLiteStore.open(path, now: Samples.now)
        guard case .unavailable(let error) = opening else {
            throw UnexpectedOpening(opening: opening)
        }
        #expect(error.kind == .failed)
        #expect(error.message.contains(path) || error.message.contains(file))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("mine".utf8))

        try FileManager.default.removeItem(atPath: file)
        let later = await SQLiteStore.open(path, now: Samples.now)
        guard case .writable(let store, []) = later else { throw UnexpectedOpening(opening: later) }
        await store.close()
    }

    @Test func `missing folders are made for this user alone`() async throws {
        let path = "\(folder.store)/a/b/"
        let opening = await SQLiteStore.open(path, now: Samples.now)
        guard case .writable(let store, []) = opening else {
            throw UnexpectedOpening(opening: opening)
        }
        let expected: [(name: String, mode: mode_t)] = [
            (folder.store, 0o700), (path, 0o700), ("\(path)/state.sqlite", 0o600),
            ("\(path)/state.sqlite-wal", 0o600),
        ]
        for (name, mode) in expected {
            var status = stat()
            #expect(stat(name, &status) == 0)
            #expect(status.st_mode & 0o7777 == mode, "\(name)")
        }
        await store.close()
    }

    @Test func `a relative path that looks like a URI is a path`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            #expect(chdir(path) == 0)
            for name in ["file:data?mode=memory", "plain"] {
                let opening = await SQLiteStore.open(name, now: Samples.now)
                guard case .writable(let store, []) = opening else {
                    throw UnexpectedOpening(opening: opening)
                }
                try await store.commit(.whole(Samples.full()))
                await store.close()
                #expect(FileManager.default.fileExists(atPath: "\(path)/\(name)/state.sqlite"))
            }
        }
    }

    @Test(.enabled(if: Mount.isAllowed, "mounting needs privileges"), arguments: [true, false])
    func `a read-only mount is read, and written after it became writable`(
        hasLog: Bool
    ) async throws {
        let mount = try Mount(at: folder.store, size: "4m")
        if hasLog {
            try await folder.fillAndLeaveLog(Samples.full())
        } else {
            try await folder.fill(Samples.full())
        }
        try await mount.remount(isReadOnly: true)
        for _ in 0..<2 {
            let opening = await folder.open()
            guard case .readable(let state, let error) = opening else {
                throw UnexpectedOpening(opening: opening)
            }
            #expect(try state == Samples.full())
            #expect(error.kind == .readOnly)
        }
        try await mount.remount(isReadOnly: false)
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        try await store.commit(.whole(Samples.numbered(1)))
        await store.close()
    }

    @Test(.enabled(if: Mount.isAllowed, "mounting needs privileges"))
    func `a full disk is told, keeps what it has, and takes more when there is room`() async throws
    {
        let mount = try Mount(at: folder.store, size: "2m")
        let store = try await folder.openStore()
        try await store.commit(.whole(Samples.full()))
        try mount.fill()

        // The log has room that was used before: it takes several commits to need more.
        let error = await #expect(throws: StorageError.self) {
            for number in 1...100 {
                try await store.commit(.whole(Samples.numbered(number, bases: 40, symbols: 40)))
            }
        }
        #expect(error?.kind == .full)
        #expect(error?.operation == .commit)
        let kept = try await store.load()
        #expect(kept == (try Samples.full()) || Samples.number(of: kept) != nil)

        await store.close()
        let opening = await folder.open()
        switch opening {
        case .writable(let again, []):
            #expect(try await again.load() == kept)
            await again.close()
        case .readable(let state, let error):
            #expect(state == kept)
            #expect(error.kind == .full)
        case .writable, .held, .unavailable:
            throw UnexpectedOpening(opening: opening)
        }

        try mount.empty()
        let healed = try await folder.openStore()
        #expect(try await healed.load() == kept)
        try await healed.commit(.whole(Samples.numbered(7)))
        #expect(Samples.number(of: try await healed.load()) == 7)
        await healed.close()
    }

    @Test(.enabled(if: Mount.isAllowed, "mounting needs privileges"))
    func `an open store goes on when a full disk has room again`() async throws {
        let mount = try Mount(at: folder.store, size: "2m")
        let store = try await folder.openStore()
        try mount.fill()
        let large = StateChange.whole(try Samples.numbered(1, bases: 40, symbols: 40))
        let error = await #expect(throws: StorageError.self) { try await store.commit(large) }
        #expect(error?.kind == .full)
        try mount.empty()
        try await store.commit(large)
        #expect(Samples.number(of: try await store.load()) == 1)
        await store.close()
    }

    @Test(.enabled(if: Mount.isAllowed, "mounting needs privileges"))
    func `a disk that is full from the start is unavailable until there is room`() async throws {
        let mount = try Mount(at: folder.store, size: "512k")
        try mount.fill()
        #expect(try await folder.openUnavailable().kind == .full)
        try mount.empty()
        await (try folder.openStore()).close()
    }

    /// Expects that who may only read a folder reads the whole state.
    private func expectReadable(_ path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            Unprivileged.become()
            let opening = await SQLiteStore.open(path, now: Samples.now)
            guard case .readable(let state, _) = opening else {
                throw UnexpectedOpening(opening: opening)
            }
            #expect(try state == Samples.full())
        }
    }
}
