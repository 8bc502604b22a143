import Foundation
import Synchronization
import TestKit
import Testing

/// A receiver that treats each request as chance has it, or takes all.
final class MoodyReceiver: Sendable {
    private enum Mood {
        case takes(after: Duration)
        case fails
        case resets

        var steps: [LoopbackServer.Step] {
            switch self {
            case .takes(.zero): [.send("HTTP/1.1 204 Taken\r\n\r\n")]
            // The answer begins at once, and is not whole before its time.
            case .takes(let delay):
                [.drip(Array("H".utf8), every: delay), .send("TTP/1.1 204 Taken\r\n\r\n")]
            case .fails: [.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")]
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

        static func random(using random: inout SeededGenerator) -> Mood {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<30: .takes(after: .zero)
            case 30..<70: .takes(after: .milliseconds(.random(in: 50...1000, using: &random)))
            case 70..<85: .fails
            default: .resets
            }
        }
    }

    private struct Attempt {
        let request: LoopbackServer.Request
        let at: ContinuousClock.Instant
        let mood: Mood
    }

    private struct State {
        var random: SeededGenerator
        var isMoody: Bool
        var attempts: [Attempt] = []

        mutating func meet(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
            let mood = isMoody ? Mood.random(using: &random) : .takes(after: .zero)
            attempts.append(Attempt(request: request, at: .now, mood: mood))
            return mood.steps
        }
    }

    private final class Book: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }
    }

    private let book: Book
    private let server: LoopbackServer

    /// - Parameter isMoody: whether it is anything but good.
    init(isMoody: Bool, random: SeededGenerator) throws {
        let book = Book(State(random: random, isMoody: isMoody))
        self.book = book
        server = try LoopbackServer { request in book.state.withLock { $0.meet(request) } }
    }

    deinit { server.stop() }

    /// Where a run of the daemon finds it.
    ///
    /// The number tells whose a request is, also where it is read after the death of its sender.
    func url(run: Int) -> String { "\(server.url)/run/\(run)" }

    /// Takes everything at once from now on.
    func calmDown() { book.state.withLock { $0.isMoody = false } }

    /// How many requests came.
    var requestCount: Int { book.state.withLock(\.attempts.count) }

    /// How many answers to them have gone out.
    var answerCount: Int {
        book.state.withLock(\.attempts).count { $0.at + $0.mood.delay <= .now }
    }

    /// What it took, in the order of the runs, and of its coming in each.
    func taken() throws -> [TakenNotification] {
        let taken = try book.state.withLock(\.attempts).compactMap { attempt in
            guard case .takes = attempt.mood else { return nil as TakenNotification? }
            let page = try Page(
                at: .now, id: ReceiverServer.header("webhook-id", of: attempt.request),
                isTaken: true, body: attempt.request.body)
            let path = try #require(attempt.request.head.split(separator: " ").dropFirst().first)
            let run = try #require(Int(path.split(separator: "/").last ?? ""))
            return try TakenNotification(page, run: run)
        }
        let runs = Dictionary(grouping: taken, by: \.run).sorted { $0.key < $1.key }
        return runs.flatMap(\.value)
    }
}
