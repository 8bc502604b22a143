import Foundation
import Synchronization
import TestKit

/// Stands between a client and servers of a test, and does to each message what a test says.
///
/// A request is taken in whole before its fault, so that it is known whose it is.
final class WireProxy: Sendable {
    /// What a proxy asks of its test; called on threads of its own.
    struct Plan: Sendable {
        /// Whose a request is, by its first line.
        let lane: @Sendable (String) -> String
        /// What happens to an exchange.
        let fault: @Sendable (_ lane: String, _ turn: Int) -> WireFault
        /// The whole answer to the bytes that came of a request; nil where more is waited for.
        let answer: @Sendable (_ bytes: [UInt8], _ request: WireExchange) -> [UInt8]?
        /// Whether the server of a lane ends the connection by itself after an answer.
        var closes: @Sendable (_ lane: String) -> Bool = { _ in false }
    }

    private struct State {
        var exchanges: [WireExchange] = []
        var lastAnswer: [UInt8] = []
    }

    private let listener: LoopbackListener
    private let plan: Plan
    private let state = Mutex(State())

    init(_ plan: Plan) throws {
        self.plan = plan
        listener = try LoopbackListener()
        listener.serve { [self] socket, number in serve(WireConnection(socket), number: number) }
    }

    /// `http://127.0.0.1:PORT`.
    var url: String { listener.url }
    /// All exchanges so far, in the order of their beginning.
    var exchanges: [WireExchange] { state.withLock(\.exchanges) }
    /// Those of a lane from a number on.
    func exchanges(from number: Int) -> [WireExchange] {
        state.withLock { Array($0.exchanges.dropFirst(number)) }
    }
    /// How many have begun.
    var count: Int { state.withLock { $0.exchanges.count } }
    /// Whether all that began has ended.
    var isQuiet: Bool { state.withLock { $0.exchanges.allSatisfy { $0.ended != nil } } }

    /// Ends all connections and the listening.
    func stop() { listener.stop() }

    private func serve(_ connection: WireConnection, number: Int) {
        var turn = 0
        while let request = connection.readRequest() {
            turn += 1
            let line = String(decoding: request.prefix { $0 != 0x0D }, as: UTF8.self)
            let lane = plan.lane(line)
            let fault = plan.fault(lane, turn)
            let (index, former) = state.withLock { state in
                state.exchanges.append(
                    WireExchange(
                        lane: lane, connection: number, turn: turn, fault: fault, request: request,
                        began: .now))
                return (state.exchanges.count - 1, state.lastAnswer)
            }
            var exchange = state.withLock { $0.exchanges[index] }
            let goesOn = carry(&exchange, by: connection, former: former)
            exchange.ended = .now
            state.withLock { $0.exchanges[index] = exchange }
            if !goesOn { return }
        }
    }

    /// Carries an exchange out; false where the connection is to end.
    private func carry(
        _ exchange: inout WireExchange, by connection: WireConnection, former: [UInt8]
    ) -> Bool {
        switch exchange.fault.side {
        case .answer:
            let answer = plan.answer(exchange.request, exchange) ?? []
            exchange.answer = answer
            // Noted before it goes out: whoever reads it may ask for what is noted at once.
            state.withLock { $0.lastAnswer = answer }
            var script = WireScript(answer, with: exchange.fault, former: former)
            if plan.closes(exchange.lane) { script.closeByItself(after: exchange.fault.kind) }
            exchange.ending = script.ending
            exchange.passed = connection.perform(script.acts)
            return connection.end(by: script.ending)
        case .request:
            let script = WireScript(
                exchange.request, with: exchange.fault, former: exchange.request)
            exchange.ending = script.ending
            guard let answer = plan.answer(script.bytes, exchange) else {
                return connection.end(by: script.ending, waitsForPeer: true)
            }
            exchange.answer = answer
            exchange.passed = connection.perform([.send(answer)])
            exchange.ending = .stays
            return connection.end(by: .stays)
        }
    }
}
