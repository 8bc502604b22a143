import Foundation
import Synchronization
import TestKit

/// The receivers behind a `WireProxy`, each of which meets one fault a round.
final class WireNotifications: Sendable {
    private struct State {
        var faults: [String: [WireFault]]
        /// Those who are still to meet a fault in this round.
        var waiting: Set<String> = []
        var rounds = 0
        var isFiring = false
    }

    let receivers: [WireReceiver]
    private let byName: [String: WireReceiver]
    private let state: Mutex<State>

    /// - Parameter width: how many receivers there are.
    init(sample: WireSample, width: Int) throws {
        // An Alertmanager is told what it missed a minute later; the last kind takes nothing.
        let types = WireReceiver.kinds.indices.dropLast().filter {
            WireReceiver.kinds[$0].type != "alertmanager"
        }
        receivers = (0..<width).map { number in
            let kind = WireReceiver.kinds[types[number % types.count]]
            return WireReceiver(
                name: "r\(number)", type: kind.type, answer: Array(kind.answer.utf8))
        }
        byName = Dictionary(uniqueKeysWithValues: receivers.map { ($0.name, $0) })
        var faults: [String: [WireFault]] = [:]
        for (turn, type) in types.enumerated() {
            let answer = Array(WireReceiver.kinds[type].answer.utf8)
            let drawn =
                Self.tried(
                    sample.faults(
                        of: .answer, kinds: WireFault.Kind.allCases.filter { $0 != .none },
                        length: answer.count, share: 0.05, number: 400 + type), answer: answer)
                + sample.faults(
                    of: .request, kinds: [.close, .reset, .silence, .otherByte, .lostByte],
                    length: 1500, share: 0.01, number: 500 + type
                )
                .filter { sample.count != nil || $0.place.isMultiple(of: 100) }
            let own = receivers.indices.filter { $0 % types.count == turn }
            for (place, receiver) in own.enumerated() {
                faults[receivers[receiver].name] =
                    stride(from: place, to: drawn.count, by: own.count).map { drawn[$0] }
            }
        }
        state = Mutex(State(faults: faults))
    }

    /// Whether all faults have had their turn, and what fired has ended.
    var isDone: Bool {
        state.withLock { $0.faults.values.allSatisfy(\.isEmpty) && !$0.isFiring }
    }

    /// Whether something fires in this round.
    var isFiring: Bool {
        get { state.withLock(\.isFiring) }
        set { state.withLock { $0.isFiring = newValue } }
    }

    /// How many times something began or ended.
    var rounds: Int { state.withLock(\.rounds) }

    /// Begins a round.
    func begin() {
        state.withLock { state in
            state.rounds += 1
            state.waiting = Set(receivers.map(\.name))
        }
    }

    /// Whether each receiver has been asked something in a round.
    func areAsked(_ exchanges: [WireExchange]) -> Bool {
        Set(exchanges.map(\.lane)).count == receivers.count
    }

    var plan: WireProxy.Plan {
        WireProxy.Plan(
            lane: WireReceiver.name,
            fault: { name, _ in
                self.state.withLock { state in
                    guard state.waiting.remove(name) != nil else { return .none }
                    return state.faults[name]?.popLast() ?? .none
                }
            },
            answer: { bytes, exchange in
                self.byName[exchange.lane]?.answer(to: bytes, of: exchange.request)
            })
    }

    /// Without those that make the answer one after which a receiver has to be mended first, which
    /// is waited for, or is left alone for good.
    private static func tried(_ faults: [WireFault], answer: [UInt8]) -> [WireFault] {
        faults.filter { fault in
            let bytes = WireScript(answer, with: fault, former: answer).bytes
            let status = AnswerReading(bytes, isEnded: true).status ?? 200
            return !(300...499 ~= status)
        }
    }
}
