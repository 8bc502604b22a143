import Domain
import Foundation
import Testing

@testable import Storage

struct SchemaTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `versions count from 1 without a gap`() {
        #expect(Migration.all.map(\.version) == Array(1...Int64(Migration.all.count)))
    }

    @Test func `an empty file is a new store`() async throws {
        try folder.write(Data())
        let store = try await folder.openStore()
        #expect(try await store.load() == StoredState())
        await store.close()
    }

    @Test(arguments: SchemaFixture.all)
    func `a file of each older version opens with all it holds`(_ fixture: SchemaFixture)
        async throws
    {
        try folder.write(Data())
        for statement in fixture.statements { try folder.edit(statement) }
        let store = try await folder.openStore()
        var state = try Samples.full()
        fixture.reduce(&state)
        #expect(try await store.load() == state)
        try await store.commit(.whole(Samples.full()))
        #expect(try await store.load() == Samples.full())
        await store.close()
    }

    @Test func `every version has a fixture`() {
        #expect(SchemaFixture.all.map(\.version) == Migration.all.map(\.version))
    }

    @Test func `a newer file is left as it is, with advice`() async throws {
        try await folder.fill(Samples.full())
        try folder.edit("PRAGMA user_version = 99")
        let before = try folder.read()
        let error = try await folder.openUnavailable()
        #expect(error.kind == .newerSchema)
        #expect(
            error.message
                == "\(folder.database) was written by a newer version of this program (schema 99,"
                + " this one knows \(Schema.current.version)): run that version, or choose another"
                + " folder")
        #expect(try folder.read() == before)
    }

    @Test(arguments: [
        ["CREATE TABLE notes (text TEXT)"],
        ["PRAGMA application_id = 7"],
        ["PRAGMA user_version = 1"],
        ["PRAGMA journal_mode = WAL", "CREATE TABLE notes (text TEXT)"],
    ])
    func `the database of another program is left as it is`(statements: [String]) async throws {
        try folder.write(Data())
        for statement in statements { try folder.edit(statement) }
        let before = try folder.read()
        let error = try await folder.openUnavailable()
        #expect(
            error.message
                == "\(folder.database) is the database of another program: choose another folder")
        #expect(try folder.read() == before)
        #expect(try folder.files() == ["state.sqlite"])
    }

    @Test func `a step that fails leaves the file at the version before`() async throws {
        try await folder.fill(Samples.full())
        let broken = Schema(
            migrations: Migration.all + [
                Migration(
                    version: Schema.current.version + 1,
                    statements: ["CREATE TABLE next (id INTEGER) STRICT", "CREATE TABLE next (id)"])
            ])
        let opener = DatabaseOpener(folder: StorageFolder(path: folder.store), schema: broken)
        guard case .unavailable = opener.open(at: Samples.now) else {
            Issue.record("opened")
            return
        }
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        await store.close()
    }

    @Test func `a later step keeps what is there`() async throws {
        try await folder.fill(Samples.full())
        let next = Schema(
            migrations: Migration.all + [
                Migration(
                    version: Schema.current.version + 1,
                    statements: ["CREATE TABLE next (id INTEGER) STRICT"])
            ])
        let opener = DatabaseOpener(folder: StorageFolder(path: folder.store), schema: next)
        guard case .writable(let database, let notices) = opener.open(at: Samples.now) else {
            Issue.record("not opened")
            return
        }
        #expect(notices == [])
        #expect(try database.load() == Samples.full())
        database.close()
        #expect(try await folder.openUnavailable().kind == .newerSchema)
    }
}
