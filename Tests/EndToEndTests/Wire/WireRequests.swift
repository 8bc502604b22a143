import Foundation
import TestKit

/// The stand-in behind a `WireProxy` that garbles what it is asked.
final class WireRequests: Sendable {
    /// Currencies that the stand-in has, beside the dollar and the euro.
    static let bases = [
        "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "GBP", "HKD", "HUF", "IDR", "ILS", "INR",
        "ISK", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "SEK", "SGD", "THB",
        "TRY", "ZAR",
    ]

    private static let kinds: [WireFault.Kind] = [
        .close, .reset, .halfClose, .silence, .flippedBit, .otherByte, .lostByte, .doubledByte,
        .lineBreak, .nul, .swap,
    ]

    private let lanes: [String: WireLane]
    private let standIn: UInt16

    /// - Parameter standIn: its port.
    init(sample: WireSample, standIn: UInt16) {
        self.standIn = standIn
        let faults = sample.faults(
            of: .request, kinds: Self.kinds, length: 160, share: 0.4, number: 600)
        lanes = Dictionary(
            uniqueKeysWithValues: Self.bases.enumerated().map { place, base in
                let own = stride(from: place, to: faults.count, by: Self.bases.count)
                return (base, WireLane(own.map { faults[$0] }, stride: 4))
            })
    }

    /// Whether all faults have had their turn.
    var isDone: Bool { lanes.values.allSatisfy(\.isDone) }

    var plan: WireProxy.Plan {
        WireProxy.Plan(
            lane: { line in String(line.prefix { $0 != "?" }.suffix(3)) },
            fault: { base, _ in self.lanes[base]?.next() ?? .none },
            answer: { bytes, _ in self.answer(to: bytes) })
    }

    /// What the stand-in says to bytes; nil where it waits for more.
    private func answer(to bytes: [UInt8]) -> [UInt8]? {
        guard let connection = try? RawConnection(port: standIn) else { return nil }
        connection.send(bytes)
        var answer: [UInt8] = []
        while !AnswerReading(answer, isEnded: false).isWhole {
            guard let some = try? connection.readSome(within: .milliseconds(250)), !some.isEmpty
            else { break }
            answer += some
        }
        return answer.isEmpty ? nil : answer
    }
}
