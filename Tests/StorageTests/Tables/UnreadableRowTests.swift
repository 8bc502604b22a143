import Domain
import ExchangeRate
import Storage
import Testing

struct UnreadableRowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var sql: String
        var first: String
        var expected: @Sendable (inout StoredState) -> Void
    }

    static let cases = [
        Case(
            testDescription: "a rate with a letter",
            sql: "UPDATE symbols SET rate = '1abc'"
                + " WHERE symbol = 'JPY'", first: "symbols USD JPY",
            expected: { $0.symbols[2].reading = nil }),
        Case(
            testDescription: "a code of four letters",
            sql: "UPDATE symbols SET base = 'EURO' WHERE base = 'EUR'", first: "symbols EURO GBP",
            expected: { $0.symbols.remove(at: 0) }),
        Case(
            testDescription: "a truth of 2",
            sql: "UPDATE symbols SET is_in_last_good_answer = 2 WHERE symbol = 'GBP'",
            first: "symbols EUR GBP", expected: { $0.symbols.remove(at: 0) }),
        Case(
            testDescription: "a stamp that is no UTF-8",
            sql: "UPDATE symbols SET stamp = CAST(x'ff' AS TEXT) WHERE symbol = 'JPY'",
            first: "symbols USD JPY", expected: { $0.symbols[2].reading = nil }),
        Case(
            testDescription: "the reason of a base's failure",
            sql: "UPDATE bases"
                + " SET last_result = 'flood' WHERE base = 'USD'", first: "bases USD",
            expected: { $0.bases[1].lastResult = nil }),
        Case(
            testDescription: "the reason of a poll's failure",
            sql: "UPDATE polls"
                + " SET result = 'flood' WHERE base = 'EUR'", first: "polls 2",
            expected: { $0.polls.remove(at: 1) }),
        Case(
            testDescription: "half a gate", sql: "UPDATE account SET gate_base = NULL",
            first: "account", expected: { $0.account?.gate = nil }),
        Case(
            testDescription: "half a former month",
            sql: "UPDATE account SET former_month_month = NULL", first: "account",
            expected: { $0.account?.formerMonth = nil }),
        Case(
            testDescription: "a fingerprint below zero", sql: "UPDATE account SET fingerprint = -1",
            first: "account", expected: { $0.account = nil }),
    ]

    @Test(arguments: cases)
    func `an unreadable row is told, and takes no other with it`(_ example: Case) async throws {
        let folder = try TemporaryFolder()
        var state = try Samples.full()
        try await folder.fill(state)
        try folder.edit(example.sql)
        // Else they would tell, whatever was changed.
        try folder.forgetChecksums()

        let (store, notices) = try await folder.openWithNotices()
        #expect(notices == [.unreadableRows(count: 1, first: example.first)])
        example.expected(&state)
        #expect(try await store.load() == state)

        // The next whole commit heals it.
        try await store.commit(.whole(state))
        await store.close()
        let healed = try await folder.openStore()
        #expect(try await healed.load() == state)
        await healed.close()
    }
}
