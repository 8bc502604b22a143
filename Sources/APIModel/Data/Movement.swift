import ExchangeRate

/// How far live values wander from the line between two fixes, drawn from a seed.
///
/// Sums noise of three periods: what moves every minute is small, what moves by the half day is as
/// large as a quiet day's range. Pegged currencies follow their anchor.
struct Movement: Sendable {
    let seed: UInt64

    private struct Wave {
        let minutes: Int64
        let millionths: Int64
    }

    private static let tick = Wave(minutes: 1, millionths: 60)
    private static let waves = [
        Wave(minutes: 60, millionths: 250), Wave(minutes: 720, millionths: 900),
    ]
    /// How much less a pegged currency moves against its anchor than a free one.
    private static let pegDivisor: Int64 = 50

    /// The distance of a currency from its line, in millionths.
    ///
    /// - Parameters:
    ///   - minute: minutes since the epoch by the clock: what ticks always.
    ///   - tradedMinute: the last minute in which the market was open: what moves with trade.
    func millionths(of currency: CurrencyCode, minute: Int64, tradedMinute: Int64) -> Int64 {
        if currency == .euro { return 0 }
        let own = noise(of: currency, minute: minute, tradedMinute: tradedMinute)
        guard let anchor = Self.anchor(of: currency) else { return own }
        return millionths(of: anchor, minute: minute, tradedMinute: tradedMinute)
            + own / Self.pegDivisor
    }

    private func noise(of currency: CurrencyCode, minute: Int64, tradedMinute: Int64) -> Int64 {
        Self.waves.reduce(
            value(of: Self.tick, currency: currency, step: minute)
        ) { sum, wave in
            let step = tradedMinute / wave.minutes
            let part = tradedMinute % wave.minutes
            let start = value(of: wave, currency: currency, step: step)
            let end = value(of: wave, currency: currency, step: step + 1)
            return sum + (start * (wave.minutes - part) + end * part) / wave.minutes
        }
    }

    private func value(of wave: Wave, currency: CurrencyCode, step: Int64) -> Int64 {
        let letters = currency.text.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let bits = Self.mixed(
            Self.mixed(seed ^ letters << 32 ^ UInt64(wave.minutes))
                ^ UInt64(bitPattern: step))
        return Int64(bits % UInt64(2 * wave.millionths + 1)) - wave.millionths
    }

    /// The finishing step of SplitMix64, which spreads neighbouring numbers over all 64 bits.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    private static func anchor(of currency: CurrencyCode) -> CurrencyCode? {
        switch currency.text {
        case "DKK", "BGN": .euro
        case "HKD": CurrencyCode("USD")
        default: nil
        }
    }
}
