import Domain
import Foundation
import Testing

@testable import Storage

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/storage-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The folder of a store in it.
    var store: String { "\(path)/data" }
    var database: String { "\(store)/state.sqlite" }

    /// What lies in the folder of the store, sorted.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store).sorted()
    }

    func write(_ data: Data, to name: String = "state.sqlite") throws {
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: "\(store)/\(name)"))
    }

    func read(_ name: String = "state.sqlite") throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(store)/\(name)"))
    }

    /// Commits a state and closes the store.
    func fill(_ state: StoredState) async throws {
        let store = try await openStore()
        try await store.commit(.whole(state))
        await store.close()
    }

    /// Writes what a `kill -9` leaves behind: a database with a log that was never closed.
    func fillAndLeaveLog(_ state: StoredState) async throws {
        let other = try TemporaryFolder()
        let store = try await other.openStore()
        try await store.commit(.whole(state))
        for name in ["state.sqlite", "state.sqlite-wal"] {
            try write(try other.read(name), to: name)
        }
        await store.close()
        #expect(try read("state.sqlite-wal").count > 0)
    }

    /// Runs SQL on the closed database.
    func edit(_ statements: String...) throws {
        let connection = try Connection(path: database, patience: .zero)
        for statement in statements { try connection.execute(statement) }
        connection.close()
    }

    /// Makes all rows but bodies ones of a version that knew no checksums.
    func forgetChecksums() throws {
        let connection = try Connection(path: database, patience: .zero)
        var columns: [String] = []
        try connection.execute(
            """
            SELECT t.name || ' SET ' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.name LIKE '%checksum' AND t.name != 'outbox_bodies'
            """
        ) { row in columns += [row.text(0)].compactMap(\.self) }
        for column in columns { try connection.execute("UPDATE \(column) = NULL") }
        connection.close()
    }

    func open() async -> StorageOpening {
        await SQLiteStore.open(store, now: Samples.now)
    }

    func openStore() async throws -> SQLiteStore {
        let (store, notices) = try await openWithNotices()
        #expect(notices == [])
        return store
    }

    func openWithNotices() async throws -> (SQLiteStore, [StorageNotice]) {
        let opening = await open()
        guard case .writable(let store, let notices) = opening else {
            throw UnexpectedOpening(opening: opening)
        }
        return (store, notices)
    }

    /// Opens what must be unavailable.
    func openUnavailable() async throws -> StorageError {
        let opening = await open()
        guard case .unavailable(let error) = opening else {
            throw UnexpectedOpening(opening: opening)
        }
        return error
    }

    /// Opens what must be held.
    func openHeld() async throws -> StorageError {
        let opening = await open()
        guard case .held(let error) = opening else { throw UnexpectedOpening(opening: opening) }
        return error
    }

    /// Lets another process find it held, and soon; without locks on folders as some file systems.
    func expectHeldInAnotherProcess(
        canLockFolders: Bool = true, isUnprivileged: Bool = false
    ) async {
        await #expect(processExitsWith: .success) {
            [
                store = store as String, canLockFolders = canLockFolders as Bool,
                isUnprivileged = isUnprivileged as Bool,
            ] in
            if isUnprivileged { Unprivileged.become() }
            let begin = ContinuousClock.now
            var opener = DatabaseOpener(folder: StorageFolder(path: store))
            if !canLockFolders { opener.lockFolder = { _ in nil } }
            let opening = await SQLiteStore.open(opener, now: Samples.now)
            guard case .held = opening else { throw UnexpectedOpening(opening: opening) }
            #expect(ContinuousClock.now - begin < .seconds(30))
        }
    }
}

struct UnexpectedOpening: Error {
    var opening: StorageOpening
}
