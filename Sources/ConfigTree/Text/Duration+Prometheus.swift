/// Why a text is not a duration as Prometheus writes them.
public enum PrometheusDurationError: Error, Sendable, Hashable {
    /// Not of the form `1y2w3d4h5m6s7ms`.
    case malformed
    /// A number alone.
    case unitMissing
    /// Longer than 292 years.
    case outOfRange
}

extension Duration {
    /// Prometheus' units in the only order allowed, in milliseconds; a year has 365 days.
    private static let prometheusUnits: [(name: String, milliseconds: Int64)] = [
        ("y", 365 * 86_400_000), ("w", 7 * 86_400_000), ("d", 86_400_000), ("h", 3_600_000),
        ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads a duration such as `250ms`, `10s`, `1h30m` or `1d`; `0` needs no unit.
    ///
    /// Follows `ParseDuration` of github.com/prometheus/common/model.
    public init(prometheus text: String) throws(PrometheusDurationError) {
        guard text != "0" else {
            self = .zero
            return
        }
        var rest = text.utf8[...]
        var units = Self.prometheusUnits[...]
        var total: Int64 = 0
        guard !rest.isEmpty else { throw .malformed }
        while !rest.isEmpty {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
            rest = rest[name.endIndex...]
            guard !digits.isEmpty else { throw .malformed }
            guard !name.isEmpty else {
                throw rest.isEmpty && digits.count == text.utf8.count ? .unitMissing : .malformed
            }
            guard let index = units.firstIndex(where: { $0.name.utf8.elementsEqual(name) }) else {
                throw .malformed
            }
            guard let value = Int64(Substring(digits)) else { throw .outOfRange }
            let (part, overflows) = value.multipliedReportingOverflow(by: units[index].milliseconds)
            let (sum, sumOverflows) = total.addingReportingOverflow(part)
            // What nanoseconds in 64 bits cannot hold, Prometheus does not take either.
            guard !overflows, !sumOverflows, sum <= Int64.max / 1_000_000 else {
                throw .outOfRange
            }
            total = sum
            units = units[(index + 1)...]
        }
        self = .milliseconds(total)
    }

    /// The duration as Prometheus prints it, cut to whole milliseconds: `1h30m`, `1d`, `0s`.
    ///
    /// Days, weeks and years stand only where they are the whole of it: 26 hours are `26h`.
    public var prometheusText: String {
        let (seconds, attoseconds) = components
        var rest = abs(seconds) * 1000 + abs(attoseconds) / 1_000_000_000_000_000
        guard rest > 0 else { return "0s" }
        var text = seconds < 0 || attoseconds < 0 ? "-" : ""
        for (name, milliseconds) in Self.prometheusUnits {
            let isWholeOnly = milliseconds >= 86_400_000
            guard rest >= milliseconds, !isWholeOnly || rest % milliseconds == 0 else { continue }
            text += "\(rest / milliseconds)\(name)"
            rest %= milliseconds
        }
        return text
    }
}
