import Domain
import Foundation
import Storage
import TestKit
import Testing

/// What is claimed after any one page of a database, or any one bit, went wrong.
@Suite(.leisurely) struct DamagedPagesTests {
    private static let pageSize = 4_096

    /// A harm to the page that begins at an offset.
    struct Harm: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Whether rows may be missing without a word: an empty page that took their place is well.
        var isSilent = false
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
        Harm(testDescription: "has changed places with the next", isSilent: true) { data, page in
            guard page + 2 * pageSize <= data.count else { return }
            let next = data[page + pageSize..<page + 2 * pageSize]
            data.replaceSubrange(
                page..<page + 2 * pageSize, with: next + data[page..<page + pageSize])
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
            if notices.isEmpty, !harm.isSilent {
                #expect(found == (data.isEmpty ? StoredState() : state), page)
            }
            expect(found, isPartOf: state, page)
            try await store.commit(.whole(state))
            await store.close()
            let again = try await folder.openStore()
            #expect(try await again.load() == state, page)
            await again.close()
        }
    }

    /// How many bits of each page are flipped, one at a time.
    private static let flips =
        ProcessInfo.processInfo.environment["STORAGE_FLIPS"].flatMap { Int($0) } ?? 5

    @Test func `nothing is claimed that was not stored where a bit is another`() async throws {
        let state = try Self.state()
        let folder = try TemporaryFolder()
        try await folder.fill(state)
        let whole = try folder.read()
        var random = SeededGenerator(seed: StorageSeed.value)
        var counts: [String: Int] = [:]
        for page in stride(from: 0, to: whole.count, by: Self.pageSize) {
            // A bit of what is free tells nothing.
            let used = (page..<page + Self.pageSize).filter { whole[$0] != 0 }
            for _ in 0..<Self.flips where !used.isEmpty {
                let byte = used[Int.random(in: 0..<used.count, using: &random)]
                let bit = Int.random(in: 0..<8, using: &random)
                var data = whole
                data[byte] ^= 1 << bit
                let folder = try TemporaryFolder()
                try folder.write(data)
                let hint = Comment("bit \(bit) of byte \(byte), \(StorageSeed.hint)")
                switch await folder.open() {
                case .writable(let store, let notices):
                    let found = try await store.load()
                    if notices.isEmpty { #expect(found == state, hint) }
                    expect(found, isPartOf: state, hint)
                    await store.close()
                    counts[notices.isEmpty ? "whole" : "in part", default: 0] += 1
                case .readable(let found, _):
                    expect(found, isPartOf: state, hint)
                    counts["in part, not to be written", default: 0] += 1
                case .unavailable: counts["not at all", default: 0] += 1
                case .held: Issue.record("held: \(hint)")
                }
            }
        }
        print("flipped bits: \(StorageSeed.hint), read: \(counts)")
        #expect(counts["in part", default: 0] > Self.flips)
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
        let ended = Set(original.feeds.flatMap(\.told))
        #expect(ended.isSuperset(of: alerting.feeds.flatMap(\.told)), page)
        #expect(
            alerting.downgrades.allSatisfy {
                $0.value.isSubset(of: original.downgrades[$0.key] ?? [])
            }, page)
        #expect(alerting.rejections.forbidden.isSubset(of: original.rejections.forbidden), page)
        let unauthorizedAt = alerting.rejections.unauthorizedAt
        #expect(
            unauthorizedAt == nil || unauthorizedAt == original.rejections.unauthorizedAt, page)
    }
}

extension FeedState {
    /// What ended, with who is told.
    fileprivate var told: [FeedState] { ended.map { FeedState(receiver: receiver, ended: [$0]) } }
}
