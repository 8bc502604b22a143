import Domain
import Foundation
import Testing

@testable import Storage

/// What is left of the replacement of a damaged database, and what is in its way.
struct ReplacementTests {
    private let folder: TemporaryFolder
    private var successor: String { "\(folder.database).new" }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Leaves what a start leaves that ends after the damaged database got another name.
    private func endHalfWay() async throws {
        try await folder.fill(Samples.full())
        try #require(rename(folder.database, successor) == 0)
        try folder.write(Data("older".utf8), to: "state.sqlite.corrupt-20250101T000000Z")
        try folder.write(Data("damaged".utf8), to: "state.sqlite.corrupt-20260101T000000Z")
        try folder.write(Data("its log".utf8), to: "state.sqlite-wal")
    }

    private func opener(isLocked: Bool) -> DatabaseOpener {
        var opener = DatabaseOpener(folder: StorageFolder(path: folder.store))
        if !isLocked { opener.lockFolder = { _ in nil } }
        return opener
    }

    @Test(arguments: [true, false])
    func `a replacement that ended half-way is brought to its end`(isLocked: Bool) async throws {
        try await endHalfWay()
        let opening = await SQLiteStore.open(opener(isLocked: isLocked), now: Samples.now)
        guard case .writable(let store, let notices) = opening else {
            throw UnexpectedOpening(opening: opening)
        }
        #expect(try await store.load() == Samples.full())
        guard case .movedAside(let target, _, let rescuedRows) = notices.first else {
            Issue.record("no notice")
            return
        }
        #expect(target == "\(folder.database).corrupt-20260101T000000Z")
        #expect(rescuedRows > 10)
        #expect(
            try folder.read("state.sqlite.corrupt-20260101T000000Z-wal") == Data("its log".utf8))
        #expect(!FileManager.default.fileExists(atPath: successor))
        await store.close()
    }

    @Test(arguments: [true, false])
    func `the successor of another start is left alone`(isDatabaseThere: Bool) async throws {
        // On a file system that has no locks on folders.
        try await endHalfWay()
        if isDatabaseThere { try folder.write(Data("damaged".utf8)) }
        let before = try folder.read("state.sqlite.new")
        let names = try folder.files()
        let lock = try #require(try FileLock.take(successor))
        await folder.expectHeldInAnotherProcess(canLockFolders: false)
        lock.release()
        #expect(try folder.files() == names)
        #expect(try folder.read("state.sqlite.new") == before)
    }

    @Test func `a draft that a start has left is removed by the next`() async throws {
        try await folder.fill(Samples.full())
        for suffix in ["", "-wal"] {
            try folder.write(Data("half".utf8), to: "state.sqlite.draft\(suffix)")
        }
        let store = try await folder.openStore()
        #expect(try await store.load() == Samples.full())
        await store.close()
        #expect(try folder.files() == ["state.sqlite"])
    }

    @Test(arguments: ["draft", "draft-wal", "new"])
    func `a folder in the way of a successor gets another name`(suffix: String) async throws {
        try folder.write(Data("hello".utf8))
        try FileManager.default.createDirectory(
            atPath: "\(folder.database).\(suffix)/mine", withIntermediateDirectories: true)
        let (store, notices) = try await folder.openWithNotices()
        #expect(notices.count == 1)
        #expect(
            FileManager.default.fileExists(atPath: "\(folder.database).\(suffix).aside/mine"))
        await store.close()
    }
}
