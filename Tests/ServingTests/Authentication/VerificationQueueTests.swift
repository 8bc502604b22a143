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
        _ password: String, cost: Int = 4, of authentication: BasicAuthentication
    ) throws {
        let credentials = BasicCredentials(user: "ada", password: Array(password.utf8))
        guard case .unknown(let check) = authentication.knowledge(of: credentials) else { return }
        queue.submit(check, of: authentication) { [outcomes] in outcomes.note($0) }
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
