import Domain
import Foundation
import Storage
import TestKit
import Testing

struct DamagedFileTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// How many rows may be rescued.
        var rescued: ClosedRange<Int> = 0...0
        var apply: @Sendable (TemporaryFolder) throws -> Void
    }

    private static let name = "state.sqlite.corrupt-20260910T002640Z"

    /// A state large enough to fill pages beyond the first.
    private static func state() throws -> StoredState {
        try Samples.numbered(5, bases: 30, symbols: 30)
    }

    static let damages = [
        Damage(testDescription: "random bytes") { folder in
            var generator = SeededGenerator(seed: StorageSeed.value)
            try folder.write(
                Data((0..<20_000).map { _ in .random(in: 0...255, using: &generator) }))
        },
        Damage(testDescription: "a short text") { try $0.write(Data("hello\n".utf8)) },
        Damage(testDescription: "a long text") {
            try $0.write(Data(String(repeating: "no database. ", count: 1_000).utf8))
        },
        Damage(testDescription: "50 bytes of the header") { try $0.write($0.read().prefix(50)) },
        Damage(testDescription: "the first page alone") { try $0.write($0.read().prefix(4_096)) },
        Damage(testDescription: "half of it", rescued: 0...937) { folder in
            let data = try folder.read()
            try folder.write(data.prefix(data.count / 2))
        },
        Damage(testDescription: "zeros for a header") { folder in
            var data = try folder.read()
            data.replaceSubrange(0..<100, with: Data(count: 100))
            try folder.write(data)
        },
        Damage(testDescription: "a page full of rows", rescued: 31...937) { folder in
            var data = try folder.read()
            // The page of a table without rows is next to empty.
            let page = try #require(
                stride(from: data.count / 8_192 * 4_096, to: data.count, by: 4_096).max {
                    data[$0..<$0 + 4_096].count { $0 != 0 }
                        < data[$1..<$1 + 4_096].count { $0 != 0 }
                })
            data.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xff, count: 4_096))
            try folder.write(data)
        },
        Damage(testDescription: "garbage with a log of another file") { folder in
            try folder.write(Data(repeating: 7, count: 5_000))
            try folder.write(Data(repeating: 8, count: 5_000), to: "state.sqlite-wal")
        },
        Damage(testDescription: "an empty file with a log") { folder in
            try folder.write(Data())
            try folder.write(Data(repeating: 8, count: 5_000), to: "state.sqlite-wal")
        },
        Damage(testDescription: "a log without a file") { folder in
            try FileManager.default.removeItem(atPath: folder.database)
            try folder.write(Data(repeating: 8, count: 5_000), to: "state.sqlite-wal")
        },
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: damages)
    func `a damaged file is moved aside with its log, and a new one works`(
        _ damage: Damage
    ) async throws {
        try await folder.fill(Self.state())
        try damage.apply(folder)
        let before = try contents().map {
            ($0.key.replacing("state.sqlite", with: Self.name), $0.value)
        }

        let (store, notices) = try await folder.openWithNotices()
        guard case .movedAside(let target, let reason, let rescuedRows) = notices.first else {
            Issue.record("no notice: \(StorageSeed.hint)")
            return
        }
        #expect(target == "\(folder.store)/\(Self.name)")
        #expect(reason.hasPrefix(folder.database))
        #expect(damage.rescued ~= rescuedRows, "\(StorageSeed.hint)")
        let after = try contents()
        for (name, data) in before { #expect(after[name] == data, "\(name)") }

        let rescued = try await store.load()
        #expect(rescued.bases.count + rescued.symbols.count <= rescuedRows)
        #expect(rescuedRows == 0 || Samples.number(of: rescued) == 5)
        try await store.commit(.whole(Self.state()))
        await store.close()

        let again = try await folder.openStore()
        #expect(try await again.load() == Self.state())
        await again.close()
    }

    @Test func `a damaged page costs the notifications whose bodies it holds, and no other`()
        async throws
    {
        // Several to a page, over many pages.
        let items = (0..<60).map { index in
            OutboxItem(
                notification: Domain.Notification(
                    id: "\(index)", receiver: "oncall", group: .stale, reason: .first,
                    createdAt: Samples.now, alerts: []),
                receiverType: "webhook",
                bodies: [Array(repeating: 0xa5, count: 1_000), [UInt8(index)]])
        }
        let alerting = StoredAlerting(outbox: items, answers: [.limit])
        try await folder.fill(StoredState(alerting: alerting))
        var data = try folder.read()
        let pages = stride(from: 0, to: data.count, by: 4_096).filter {
            data[$0..<$0 + 4_096].count { $0 == 0xa5 } > 2_000
        }
        let page = pages[pages.count / 2]
        data.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xff, count: 4_096))
        try folder.write(data)

        let (store, notices) = try await folder.openWithNotices()
        guard case .movedAside = notices.first else {
            Issue.record("no notice")
            return
        }
        let rescued = try await store.load().alerting
        #expect(rescued.answers == [.limit])
        #expect(50..<60 ~= rescued.outbox.count)
        #expect(rescued.outbox == items.filter(rescued.outbox.contains))
        #expect(rescued.outbox.last == items.last)
        await store.close()
    }

    @Test(arguments: [0x00, 0xff] as [UInt8])
    func `a body that a damaged page has changed is not sent`(garbage: UInt8) async throws {
        let item = OutboxItem(
            notification: Domain.Notification(
                id: "1", receiver: "oncall", group: .stale, reason: .first,
                createdAt: Samples.now, alerts: []),
            receiverType: "webhook", bodies: [Array(repeating: 0xa5, count: 9_000)])
        try await folder.fill(StoredState(alerting: StoredAlerting(outbox: [item])))
        var data = try folder.read()
        // The last page of the body begins with the number of no further page, four zeros.
        let page = try #require(
            stride(from: 0, to: data.count, by: 4_096).first {
                data[$0..<$0 + 4].allSatisfy { $0 == 0 } && data[$0 + 4] == 0xa5
            })
        for index in page + 4..<page + 4_096 { data[index] = garbage }
        try folder.write(data)
        let (store, notices) = try await folder.openWithNotices()
        #expect(notices == [.unreadableRows(count: 1, first: "outbox 1")])
        #expect(try await store.load().alerting.outbox.isEmpty)
        await store.close()
    }

    @Test func `two damaged files of one second have two names`() async throws {
        for _ in 0..<2 {
            try folder.write(Data("hello".utf8))
            let (store, notices) = try await folder.openWithNotices()
            #expect(notices.count == 1)
            await store.close()
        }
        #expect(try folder.files() == ["state.sqlite", Self.name, "\(Self.name)-2"])
    }

    @Test func `what is no file is left where it is`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.database, withIntermediateDirectories: true)
        let error = try await folder.openUnavailable()
        #expect(
            error.message
                == "\(folder.database) is no file: remove it, or choose another folder")
        #expect(try folder.files() == ["state.sqlite"])
    }

    @Test func `a pipe in the place of the file stops nothing`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.store, withIntermediateDirectories: true)
        #expect(mkfifo(folder.database, 0o600) == 0)
        #expect(try await folder.openUnavailable().kind == .failed)
    }

    @Test(arguments: ["state.sqlite", "state.sqlite-wal"])
    func `a file that is removed in use is told, and opening again makes it anew`(
        name: String
    ) async throws {
        let store = try await folder.openStore()
        try await store.commit(.whole(Samples.numbered(1)))
        try FileManager.default.removeItem(atPath: "\(folder.store)/\(name)")
        let error = await #expect(throws: StorageError.self) {
            try await store.commit(.whole(Samples.numbered(2)))
        }
        #expect(
            error?.message
                == "\(folder.store)/\(name) was removed, replaced or cut while it was in use")
        await store.close()

        // The log of a file that is gone is kept, beside the new one.
        let (again, notices) = try await folder.openWithNotices()
        #expect(notices.count == (name == "state.sqlite" ? 1 : 0))
        try await again.commit(.whole(Samples.numbered(3)))
        await again.close()
        let last = try await folder.openStore()
        #expect(Samples.number(of: try await last.load()) == 3)
        await last.close()
    }

    @Test(arguments: ["state.sqlite", "state.sqlite-wal"])
    func `a file that is cut in use is told, and opening again makes it whole`(
        name: String
    ) async throws {
        let store = try await folder.openStore()
        try await store.commit(.whole(Samples.numbered(1)))
        truncate("\(folder.store)/\(name)", 0)
        let error = await #expect(throws: StorageError.self) {
            try await store.commit(.whole(Samples.numbered(2)))
        }
        #expect(error?.message.hasPrefix("\(folder.store)/\(name) was removed") == true)
        await store.close()

        let (again, _) = try await folder.openWithNotices()
        try await again.commit(.whole(Samples.numbered(3)))
        await again.close()
        let last = try await folder.openStore()
        #expect(Samples.number(of: try await last.load()) == 3)
        await last.close()
    }

    @Test func `the log is written back, and does not grow for ever`() async throws {
        let store = try await folder.openStore()
        for number in 1...60 {
            // Some 100 pages each.
            try await store.commit(.whole(Samples.numbered(number, bases: 60, symbols: 60)))
            try await store.writeBack()
        }
        let size = try folder.read("state.sqlite-wal").count
        #expect(1_000_000..<12_000_000 ~= size, "\(size)")
        #expect(try folder.read().count > 200_000)
        #expect(Samples.number(of: try await store.load()) == 60)
        await store.close()
        let again = try await folder.openStore()
        #expect(Samples.number(of: try await again.load()) == 60)
        await again.close()
    }

    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try folder.files() { contents[name] = try folder.read(name) }
        return contents
    }
}
