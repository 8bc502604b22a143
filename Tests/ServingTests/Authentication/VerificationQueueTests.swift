import Crypto
import Synchronization
import TestKit
import Testing

@testable import Serving

struct VerificationQueueTests {
    private let queue = VerificationQueue()
    private let outcomes = Recorder<Verification.Outcome>()

    /// A check that takes some 13 ms where the cost is 8.
    private func submit(
        _ password: String, user: String = "ada", peer: UInt32 = 1,
        of authentication: BasicAuthentication
    ) throws {
        let credentials = BasicCredentials(user: user, password: Array(password.utf8))
        guard case .unknown(let check) = authentication.knowledge(of: credentials) else { return }
        let asker = Asker(peer: .ipv4(peer), user: user)
        queue.submit(check, of: authentication, by: asker) { [outcomes] in outcomes.note($0) }
    }

    private func slow() throws -> BasicAuthentication {
        try BasicAuthentication(users: ["ada": .unmatched(cost: 12)])
    }

    private func count(_ outcome: Verification.Outcome) -> Int {
        outcomes.values.count { $0 == outcome }
    }

    @Test func `each waiter hears how its check ended`() async throws {
        let authentication = try BasicAuthentication(users: ["ada": try .hunter2])
        try submit("hunter2", of: authentication)
        try submit("hunter3", of: authentication)
        try await eventually("both have ended") { outcomes.values.count == 2 }
        #expect(count(.right) == 1)
        #expect(count(.wrong) == 1)
        try submit("hunter4", of: authentication)
        try await eventually("a later one ends, too") { count(.wrong) == 2 }
    }

    @Test func `those who ask the same share one computation`() async throws {
        let authentication = try slow()
        #expect(VerificationQueue.capacity < 100)
        for _ in 0..<200 { try submit("same", of: authentication) }
        try await eventually("all have ended") { outcomes.values.count == 200 }
        // By themselves, most would have found no place to wait.
        #expect(count(.wrong) == 200)
    }

    @Test func `what others found out is not computed again`() async throws {
        let authentication = try slow()
        try submit("first", of: authentication)
        for peer in 0..<20 { try submit("same", peer: UInt32(peer), of: authentication) }
        try await eventually("the second has ended") { outcomes.values.count >= 2 }
        // What waited to be computed by itself would be refused.
        queue.stop()
        try await eventually("all have ended") { outcomes.values.count == 21 }
        #expect(count(.refused) == 0)
    }

    @Test(arguments: [("ada", UInt32(2)), ("bob", 1)])
    func `guesses by the hundred leave a place for another address and another name`(
        user: String, peer: UInt32
    ) async throws {
        let authentication = try BasicAuthentication(users: [
            "ada": .hunter2, "bob": .hunter2, "eve": .unmatched(cost: 8),
        ])
        for index in 0..<100 { try submit("\(index)", user: "eve", of: authentication) }
        let guesser = user == "ada" ? "ada" : "eve"
        for index in 0..<100 { try submit("x\(index)", user: guesser, of: authentication) }
        let done = count(.wrong)
        try submit("hunter2", user: user, peer: peer, of: authentication)
        try await eventually("the right one is let in") { count(.right) == 1 }
        let before = outcomes.values.prefix { $0 != .right }
        // In its order of coming it would be behind all 32.
        #expect(before.count { $0 == .wrong } - done < 10)
        queue.stop()
    }

    @Test func `over the number that may wait, checks are refused at once`() throws {
        let authentication = try slow()
        for index in 0..<100 { try submit("\(index)", of: authentication) }
        #expect(count(.refused) >= 100 - VerificationQueue.capacity - 5)
        #expect(count(.refused) < 100)
        queue.stop()
    }

    @Test func `a stop refuses those that wait, and all that come`() async throws {
        let authentication = try slow()
        for index in 0..<10 { try submit("\(index)", of: authentication) }
        queue.stop()
        #expect(outcomes.values.count == 10)
        #expect(count(.refused) > 5)
        try submit("later", of: authentication)
        #expect(outcomes.values.count == 11)
        #expect(outcomes.values.last == .refused)
        // What was under way ends without a word.
        try await Task.sleep(for: .milliseconds(500))
        #expect(outcomes.values.count == 11)
    }
}
