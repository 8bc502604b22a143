import Freshness

/// Durations as Prometheus spells them: `250ms`, `10s`, `1h30m`, `1d`.
public enum DurationText {
    /// The units, the longest first: the order in which they must come.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("y", 365 * 86_400_000), ("w", 7 * 86_400_000), ("d", 86_400_000), ("h", 3_600_000),
        ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads a duration; nil for anything else, a bare number but 0 among it.
    public static func duration(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        var rest = text.utf8[...]
        guard !rest.isEmpty else { return nil }
        var total: Int64 = 0
        var nextUnit = 0
        while !rest.isEmpty {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
            rest = rest.dropFirst(letters.count)
            guard let value = Int64(String(decoding: digits, as: UTF8.self)),
                let unit = units.firstIndex(where: {
                    $0.name.utf8.elementsEqual(letters)
                }), unit >= nextUnit
            else { return nil }
            nextUnit = unit + 1
            let (product, overflows) = value.multipliedReportingOverflow(
                by: units[unit].milliseconds)
            let (sum, sumOverflows) = total.addingReportingOverflow(product)
            guard !overflows, !sumOverflows else { return nil }
            total = sum
        }
        return .milliseconds(total)
    }

    /// Writes a duration of whole milliseconds that is not negative.
    public static func text(_ duration: Duration) -> String {
        var left = max(0, duration.clampedNanoseconds / 1_000_000)
        guard left > 0 else { return "0s" }
        var text = ""
        for unit in units where left >= unit.milliseconds {
            text += "\(left / unit.milliseconds)\(unit.name)"
            left %= unit.milliseconds
        }
        return text
    }
}
