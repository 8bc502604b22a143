import TestKit
import Testing

/// Sends inputs to a daemon, many at a time, and looks at what comes back.
struct RequestFuzzer {
    let port: UInt16
    let isEncrypted: Bool
    let login: String?
    let seed: UInt64

    /// How many connections are open side by side: fewer than scrapes may be.
    static let width = 32
    /// How long nothing must have come before a client goes, where it cannot know what is to come.
    private static let quiet = Duration.milliseconds(60)

    /// Statuses that an answer can have, whatever is asked; 500 is none of them.
    private static let statuses: Set<Int> = [
        200, 304, 400, 401, 404, 405, 413, 414, 422, 431, 501, 503, 505,
    ]

    /// Sends the inputs of these numbers; gives how many answers came.
    ///
    /// - Parameter isAlive: is asked in the middle of each round.
    func run(_ numbers: Range<Int>, isAlive: () async throws -> Void) async throws -> Int {
        var answers = 0
        var next = numbers.lowerBound
        while next < numbers.upperBound {
            let end = min(next + Self.width, numbers.upperBound)
            answers += try await round(next..<end, isAlive: isAlive)
            next = end
        }
        return answers
    }

    private func input(_ number: Int) -> FuzzInput {
        var grammar = RequestGrammar(seed: seed &+ UInt64(number), login: login)
        return grammar.input()
    }

    private func round(
        _ numbers: Range<Int>, isAlive: () async throws -> Void
    ) async throws -> Int {
        let inputs = numbers.map(input)
        let clients = try inputs.map { _ in
            try FuzzConnection(port: port, isEncrypted: isEncrypted)
        }
        for place in 0..<(inputs.map(\.parts.count).max() ?? 0) {
            for (input, client) in zip(inputs, clients) where place < input.parts.count {
                client.send(input.parts[place])
            }
        }
        for (input, client) in zip(inputs, clients) {
            switch input.ending {
            case .reads: break
            case .closesItsSide: client.closeSide()
            case .resets: client.resetOnClose()
            }
        }
        try await isAlive()
        let readers = zip(inputs, clients).filter { $0.0.ending != .resets }
        await read(readers)
        var answers = 0
        for (index, (input, client)) in zip(inputs, clients).enumerated() {
            let name = "HTTP_FUZZ_SEED=\(seed) input \(numbers.lowerBound + index): \(input.text)"
            answers += judge(input, client, name: name)
        }
        return answers
    }

    /// Reads until each client has what it is due, or nothing comes any more.
    private func read(_ clients: [(FuzzInput, FuzzConnection)]) async {
        let clock = ContinuousClock()
        var lastNews = clock.now
        _ = await eventually(within: .seconds(60), every: .milliseconds(3)) {
            for (_, client) in clients where client.take() { lastNews = clock.now }
            if clients.allSatisfy({ $0.1.hasEnded }) { return true }
            guard lastNews.duration(to: clock.now) > Self.quiet else { return false }
            return clients.allSatisfy { input, client in
                client.hasEnded || Self.hasAll(client.received, of: input)
            }
        }
    }

    private static func hasAll(_ bytes: [UInt8], of input: FuzzInput) -> Bool {
        guard let stream = try? AnswerStream(bytes, methods: input.expected?.map(\.method)) else {
            return true
        }
        return stream.isWhole && stream.answers.count >= input.expected?.count ?? 0
    }

    private func judge(_ input: FuzzInput, _ client: FuzzConnection, name: String) -> Int {
        guard input.ending != .resets else { return 0 }
        do throws(AnswerStream.Malformed) {
            let stream = try AnswerStream(
                client.received, methods: input.expected?.map(\.method))
            let statuses = stream.answers.map(\.status)
            #expect(stream.isWhole, "half an answer to \(name)")
            #expect(statuses.allSatisfy(Self.statuses.contains), "\(statuses) to \(name)")
            if let expected = input.expected {
                #expect(statuses == expected.map(\.status), "to \(name)")
            }
            return statuses.count
        } catch {
            Issue.record("\(error) to \(name)")
            return 0
        }
    }
}
