import TestKit
import Testing

/// Sends inputs to a daemon, many at a time, and looks at what comes back.
struct RequestFuzzer {
    let port: UInt16
    /// Whether the daemon speaks TLS; one client in five does not all the same.
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

    /// An input on its way.
    private struct Client {
        let number: Int
        let input: FuzzInput
        let connection: FuzzConnection
        /// Whether it skips the handshake, so that what comes back is no HTTP.
        let isRaw: Bool
    }

    private func client(_ number: Int) throws -> Client {
        var grammar = RequestGrammar(seed: seed &+ UInt64(number), login: login)
        var input = grammar.input()
        let isRaw = isEncrypted && number.isMultiple(of: 5)
        // The head of a record with a part of a handshake, in front of what fits none.
        if isRaw, number.isMultiple(of: 2) {
            input.parts.insert([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC], at: 0)
        }
        return Client(
            number: number, input: input,
            connection: try FuzzConnection(port: port, isEncrypted: isEncrypted && !isRaw),
            isRaw: isRaw)
    }

    private func round(
        _ numbers: Range<Int>, isAlive: () async throws -> Void
    ) async throws -> Int {
        let clients = try numbers.map(client)
        for place in 0..<(clients.map(\.input.parts.count).max() ?? 0) {
            for client in clients where place < client.input.parts.count {
                client.connection.send(client.input.parts[place])
            }
        }
        for client in clients {
            switch client.input.ending {
            case .reads: break
            case .closesItsSide: client.connection.closeSide()
            case .resets: client.connection.resetOnClose()
            }
        }
        try await isAlive()
        let readers = clients.filter { $0.input.ending != .resets }
        await read(readers)
        return readers.filter { !$0.isRaw }.reduce(0) { $0 + judge($1) }
    }

    /// Reads until each client has what it is due, or nothing comes any more.
    private func read(_ clients: [Client]) async {
        let clock = ContinuousClock()
        var lastNews = clock.now
        _ = await eventually(within: .seconds(60), every: .milliseconds(3)) {
            for client in clients where client.connection.take() { lastNews = clock.now }
            if clients.allSatisfy(\.connection.hasEnded) { return true }
            guard lastNews.duration(to: clock.now) > Self.quiet else { return false }
            return clients.allSatisfy { client in
                client.isRaw || client.connection.hasEnded
                    || Self.hasAll(client.connection.received, of: client.input)
            }
        }
    }

    private static func hasAll(_ bytes: [UInt8], of input: FuzzInput) -> Bool {
        guard
            let stream = try? AnswerStream(
                bytes, methods: input.expected?.map(\.method), mayLackBody: input.mentionsHead)
        else { return true }
        return stream.isWhole && stream.answers.count >= input.expected?.count ?? 0
    }

    private func judge(_ client: Client) -> Int {
        let (input, received) = (client.input, client.connection.received)
        let name = "HTTP_FUZZ_SEED=\(seed) input \(client.number): \(input.text)"
        do throws(AnswerStream.Malformed) {
            let stream = try AnswerStream(
                received, methods: input.expected?.map(\.method), mayLackBody: input.mentionsHead)
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
