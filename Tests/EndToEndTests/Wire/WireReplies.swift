import Foundation
import Synchronization

/// The API behind a `WireProxy`: each reply has a rate that no other has.
final class WireReplies: Sendable {
    let bases: [String]
    private let lanes: [String: WireLane]
    private let forms: [String: WireForm]
    private let turns = Mutex(0)

    /// - Parameter width: how many bases get replies of each form.
    init(sample: WireSample, width: Int) throws {
        var lanes: [String: WireLane] = [:]
        var forms: [String: WireForm] = [:]
        for (number, form) in WireForm.allCases.enumerated() {
            let kinds = WireFault.Kind.allCases.filter { $0 != .none }
            let length = form.answer(Self.body(base: "XAA", turn: 1)).count
            let faults = sample.faults(
                of: .answer, kinds: kinds, length: length,
                share: 1 / Double(WireForm.allCases.count), number: number)
            for place in 0..<width {
                let base = Self.base(number * width + place)
                let own = stride(from: place, to: faults.count, by: width).map { faults[$0] }
                lanes[base] = WireLane(own, stride: 4)
                forms[base] = form
            }
        }
        bases = lanes.keys.sorted()
        self.lanes = lanes
        self.forms = forms
    }

    /// Whether all faults have had their turn.
    var isDone: Bool { lanes.values.allSatisfy(\.isDone) }
    /// How many replies were made.
    var count: Int { turns.withLock { $0 } }

    var plan: WireProxy.Plan {
        WireProxy.Plan(
            lane: { line in String(line.prefix { $0 != "?" }.suffix(3)) },
            fault: { base, _ in self.lanes[base]?.next() ?? .none },
            answer: { _, exchange in
                let base = exchange.lane
                let turn = self.turns.withLock { turn in
                    turn += 1
                    return turn
                }
                return (self.forms[base] ?? .plain).answer(Self.body(base: base, turn: turn))
            },
            closes: { base in self.forms[base]?.closes ?? false })
    }

    private static func base(_ number: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWYZ")
        return "X\(letters[number / letters.count])\(letters[number % letters.count])"
    }

    private static func body(base: String, turn: Int) -> String {
        let stamp = Date.now.ISO8601Format()
        let rate = "1." + String("0000000\(turn)".suffix(7)) + "1"
        return """
            {"result":"success","base":"\(base)","source":"live","market_session":"open",\
            "timestamp":"\(stamp)","data_updated_at":"\(stamp)","rates":{"EUR":\(rate)},\
            "notice":"Indicative rates, not for settlement."}
            """
    }
}
