/// Random schedules of answers, time, restarts, reloads and deliveries, played on the pipeline and
/// on a model of it at once.
public enum PipelineFuzz {
    /// Plays the schedule that some bytes stand for: every text of bytes is one.
    ///
    /// - Throws: where the pipeline does not do what the model says; without a timeline.
    public static func run(bytes: [UInt8]) throws(Disagreement) {
        var player = Player(Schedule(bytes), keepsTimeline: false)
        try player.play()
    }

    /// What happens in the schedule that some bytes stand for, for people.
    public static func timeline(bytes: [UInt8]) -> String {
        var player = Player(Schedule(bytes), keepsTimeline: true)
        do throws(Disagreement) {
            try player.play()
            return player.timeline.joined(separator: "\n")
        } catch {
            return error.description
        }
    }
}

extension PipelineFuzz {
    /// The bytes of one of many random schedules.
    public static func bytes(seed: UInt64, number: UInt64) -> [UInt8] {
        var random = Mixer(state: seed &+ number &* 0xD134_2543_DE82_EF95)
        _ = random.next()
        let steps = 4 + Int(random.next() % 40)
        return (0..<(Setup.byteCount + steps * Step.byteCount)).map { _ in
            UInt8(truncatingIfNeeded: random.next())
        }
    }

    /// The smallest schedule of those made by leaving out steps and zeroing bytes that fails alike.
    public static func shrunk(_ bytes: [UInt8]) -> [UInt8] {
        var smallest = bytes
        let kind = failure(of: bytes)?.kind
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in smaller(than: smallest)
            where failure(of: candidate).map({ $0.kind == kind }) == true {
                smallest = candidate
                isSmaller = true
                break
            }
        }
        return smallest
    }

    private static func failure(of bytes: [UInt8]) -> Disagreement? {
        do throws(Disagreement) {
            try run(bytes: bytes)
            return nil
        } catch {
            return error
        }
    }

    private static func smaller(than bytes: [UInt8]) -> some Sequence<[UInt8]> {
        let steps = max(0, bytes.count - Setup.byteCount) / Step.byteCount
        let lengths = [32, 16, 8, 4, 2, 1].filter { $0 <= steps }
        let cuts = lengths.flatMap { length in
            stride(from: steps - length, through: 0, by: -length).map { ($0, length) }
        }
        let fewer = cuts.lazy.map { first, length in
            var rest = bytes
            let start = Setup.byteCount + first * Step.byteCount
            rest.removeSubrange(start..<(start + length * Step.byteCount))
            return rest
        }
        let simpler = bytes.indices.lazy.filter { bytes[$0] != 0 }.map { index in
            var rest = bytes
            rest[index] = 0
            return rest
        }
        return [AnySequence(fewer), AnySequence(simpler)].joined()
    }

    /// Bytes as text.
    public static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }

    /// The bytes that `hex` wrote.
    public static func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
        }
    }
}

/// SplitMix64.
private struct Mixer {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
