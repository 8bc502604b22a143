import Domain
import Foundation
import Storage
import Testing

/// What is claimed after any one page of a database went wrong.
struct DamagedPagesTests {
    private static let pageSize = 4_096

    /// A harm to the page that begins at an offset.
    struct Harm: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var apply: @Sendable (inout Data, Int) -> Void
    }

    static let harms = [
        Harm(testDescription: "is flipped, bit by bit") { data, page in
            for index in page..<page + pageSize { data[index] ^= 0xff }
        },
        Harm(testDescription: "is zeroed") { data, page in
            data.resetBytes(in: page..<page + pageSize)
        },
        Harm(testDescription: "is written half, over zeros") { data, page in
            data.resetBytes(in: page + pageSize / 2..<page + pageSize)
        },
        Harm(testDescription: "and all that follow are cut off") { data, page in
            data = data.prefix(page)
        },
    ]

    /// A state with something in every table, and rows and bodies over several pages.
    private static func state() throws -> StoredState {
        var state = try Samples.numbered(5, bases: 12, symbols: 12)
        state.alerting = try Samples.alerting()
        for index in 0..<4 {
            state.alerting.outbox.append(
                OutboxItem(
                    notification: Domain.Notification(
                        id: "large \(index)", receiver: "oncall", group: .stale, reason: .first,
                        createdAt: Samples.now, alerts: []),
                    receiverType: "webhook",
                    bodies: [Array(repeating: UInt8(65 + index), count: 9_000 + 300 * index)]))
        }
        return state
    }

    @Test(arguments: harms)
    func `nothing is claimed that was not stored where a page`(_ harm: Harm) async throws {
        let state = try Self.state()
        let folder = try TemporaryFolder()
        try await folder.fill(state)
        let whole = try folder.read()
        let offsets = Array(stride(from: 0, to: whole.count, by: Self.pageSize))
        #expect(offsets.count > 15)
        for offset in offsets {
            var data = whole
            harm.apply(&data, offset)
            guard data != whole else { continue }
            let folder = try TemporaryFolder()
            try folder.write(data)
            let (store, notices) = try await folder.openWithNotices()
            let found = try await store.load()
            let page = Comment("page \(offset / Self.pageSize + 1): \(notices)")
            // Nothing refers to a page that is free, and an empty file is a new one.
            if notices.isEmpty { #expect(found == (data.isEmpty ? StoredState() : state), page) }
            expect(found, isPartOf: state, page)
            try await store.commit(.whole(state))
            await store.close()
            let again = try await folder.openStore()
            #expect(try await again.load() == state, page)
            await again.close()
        }
    }

    private func expect(_ found: StoredState, isPartOf state: StoredState, _ page: Comment) {
        #expect(found.account == nil || found.account == state.account, page)
        #expect(Set(found.bases).isSubset(of: state.bases), page)
        #expect(Set(found.symbols).isSubset(of: state.symbols), page)
        #expect(Set(found.polls).isSubset(of: state.polls), page)
        let (alerting, original) = (found.alerting, state.alerting)
        #expect(alerting.alerts.allSatisfy { original.alerts[$0.key] == $0.value }, page)
        #expect(Set(alerting.groups).isSubset(of: original.groups), page)
        #expect(Set(alerting.outbox).isSubset(of: original.outbox), page)
        #expect(Set(alerting.feeds).isSubset(of: original.feeds), page)
        #expect(alerting.downgrades.allSatisfy { original.downgrades[$0.key] == $0.value }, page)
    }
}
