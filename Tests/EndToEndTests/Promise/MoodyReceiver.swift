import Foundation
import Synchronization
import TestKit
import Testing

/// A receiver that treats each request as chance has it, or takes all.
final class MoodyReceiver: Sendable {
    /// What it says, in whole answers.
    struct Answers: Sendable {
        let success: String
        let failure: String

        static let webhook = Answers(
            success: "HTTP/1.1 204 Taken\r\n\r\n",
            failure: "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
        static let pager = Answers(
            success: "HTTP/1.1 202 Accepted\r\nContent-Length: 20\r\n\r\n{\"status\":\"success\"}",
            failure: "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n")
        static let alertmanager = Answers(
            success: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            failure: "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n")
    }

    /// How it takes requests.
    enum Temper {
        /// Takes all at once.
        case good
        /// Takes most, and many of them late.
        case moody
        /// Takes less than half.
        case sour
        /// Takes nothing.
        case refusing
    }

    private enum Mood {
        case takes(after: Duration)
        case fails
        case resets

        func steps(_ answers: Answers) -> [LoopbackServer.Step] {
            switch self {
            case .takes(.zero): [.send(answers.success)]
            // The answer begins at once, and is not whole before its time.
            case .takes(let delay):
                [
                    .drip(Array(answers.success.utf8.prefix(1)), every: delay),
                    .send(Array(answers.success.utf8.dropFirst())),
                ]
            case .fails: [.send(answers.failure)]
            case .resets: [.reset]
            }
        }

        /// The time until the answer is whole.
        var delay: Duration {
            switch self {
            case .takes(let delay): delay
            case .fails, .resets: .zero
            }
        }

        static func random(of temper: Temper, using random: inout SeededGenerator) -> Mood {
            let successes: ClosedRange<Int>
            switch temper {
            case .good: return .takes(after: .zero)
            case .moody: successes = 1...70
            case .sour: successes = 1...40
            case .refusing: return .fails
            }
            let draw = Int.random(in: 1...100, using: &random)
            if successes.contains(draw) {
                return draw.isMultiple(of: 2)
                    ? .takes(after: .zero)
                    : .takes(after: .milliseconds(.random(in: 50...1000, using: &random)))
            }
            return draw.isMultiple(of: 2) ? .fails : .resets
        }
    }

    private struct Attempt {
        let request: LoopbackServer.Request
        let at: ContinuousClock.Instant
        let wallTime: Date
        let mood: Mood
    }

    private struct State {
        let wallClock: @Sendable () -> Date
        var random: SeededGenerator
        var temper: Temper
        var attempts: [Attempt] = []

        mutating func meet(_ request: LoopbackServer.Request) -> Mood {
            // A daemon may have had the port before, whose scraper does not know yet that it ended.
            guard request.head.hasPrefix("POST ") else { return .fails }
            let mood = Mood.random(of: temper, using: &random)
            attempts.append(Attempt(request: request, at: .now, wallTime: wallClock(), mood: mood))
            return mood
        }
    }

    private final class Book: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }
    }

    private let book: Book
    private let server: LoopbackServer

    /// Listens.
    ///
    /// - Parameter wallClock: what notes when a request comes, by the clock of who sends it.
    init(
        _ answers: Answers, _ temper: Temper, random: SeededGenerator,
        wallClock: @escaping @Sendable () -> Date = { .now }
    ) throws {
        let book = Book(State(wallClock: wallClock, random: random, temper: temper))
        self.book = book
        server = try LoopbackServer { request in
            book.state.withLock { $0.meet(request) }.steps(answers)
        }
    }

    deinit { server.stop() }

    /// Where a run of the daemon finds it.
    ///
    /// The number tells whose a request is, also where it is read after the death of its sender.
    func url(run: Int) -> String { "\(server.url)/run/\(run)" }

    /// Takes everything at once from now on.
    func calmDown() { book.state.withLock { $0.temper = .good } }

    /// How many requests came.
    var requestCount: Int { book.state.withLock(\.attempts.count) }

    /// How many of them were taken.
    var takenCount: Int {
        book.state.withLock(\.attempts).count { attempt in
            switch attempt.mood {
            case .takes: true
            case .fails, .resets: false
            }
        }
    }

    /// How many answers to them have gone out.
    var answerCount: Int {
        book.state.withLock(\.attempts).count { $0.at + $0.mood.delay <= .now }
    }

    /// What it took, in the order of the runs, and of its coming in each.
    func taken() throws -> [TakenRequest] {
        let taken = try book.state.withLock(\.attempts).compactMap { attempt in
            guard case .takes = attempt.mood else { return nil as TakenRequest? }
            return try TakenRequest(attempt.request, at: attempt.wallTime)
        }
        let runs = Dictionary(grouping: taken, by: \.run).sorted { $0.key < $1.key }
        return runs.flatMap(\.value)
    }
}
