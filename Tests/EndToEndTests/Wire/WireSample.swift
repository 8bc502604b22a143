import Foundation
import TestKit
import Testing

/// Which faults are tried: a number of them that are drawn, or all.
struct WireSample: Sendable {
    /// How many of each kind of test; nil: each byte by each kind.
    let count: Int?
    let seed: UInt64

    init(count: Int?, seed: UInt64) {
        self.count = count
        self.seed = seed
    }

    /// Reads `WIRE_FAULTS` and `WIRE_SEED`.
    init(standard: Int) throws {
        let environment = ProcessInfo.processInfo.environment
        switch environment["WIRE_FAULTS"] {
        case "all": count = nil
        case let text?:
            let number: Int = try #require(Int(text), "WIRE_FAULTS is neither a number nor all")
            count = number
        case nil: count = standard
        }
        seed = try DrawnSeed("WIRE_SEED").value
    }

    /// What repeats it.
    var text: String { "WIRE_SEED=\(seed) WIRE_FAULTS=\(count.map { "\($0)" } ?? "all")" }

    /// How long all of them may take: a time that only a hang exceeds.
    var patience: Duration { .seconds(count.map { 300 + $0 } ?? 24 * 3600) }

    /// The faults of messages of a length, in the order of chance.
    ///
    /// - Parameters:
    ///   - share: which part of the count they are.
    ///   - number: tells them from those of other messages of the same sample.
    func faults(
        of side: WireFault.Side, kinds: [WireFault.Kind], length: Int, share: Double, number: Int
    ) -> [WireFault] {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        guard let count else {
            return kinds.flatMap { kind in
                (kind.isOfWhole ? 0..<20 : 0..<(length + 1)).map { place in
                    WireFault(kind: kind, side: side, place: place, salt: random.next())
                }
            }.shuffled(using: &random)
        }
        return (0..<max(1, Int(Double(count) * share))).map { _ in
            WireFault(
                kind: kinds.randomElement(using: &random) ?? .none, side: side,
                place: .random(in: 0...length, using: &random), salt: random.next())
        }
    }
}
