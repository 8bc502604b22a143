import Freshness

/// Durations as people read them: the largest unit that fits, and the next where it tells more.
enum DurationText {
    private static let units: [(name: String, seconds: Int64)] = [
        ("d", 86_400), ("h", 3600), ("min", 60), ("s", 1),
    ]

    /// A duration without its sign, rounded down: `250 ms`, `1.5 s`, `12 min`, `3 h 20 min`.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration.clampedNanoseconds.magnitude / 1_000_000
        let seconds = Int64(milliseconds / 1000)
        if milliseconds == 0 { return "0 s" }
        if seconds == 0 { return "\(milliseconds) ms" }
        let tenths = milliseconds % 1000 / 100
        if seconds < 10, tenths > 0 { return "\(seconds).\(tenths) s" }
        guard let index = units.firstIndex(where: { $0.seconds <= seconds }) else { return "0 s" }
        let unit = units[index]
        let whole = "\(seconds / unit.seconds) \(unit.name)"
        guard index + 1 < units.count else { return whole }
        let smaller = units[index + 1]
        let rest = seconds % unit.seconds / smaller.seconds
        return rest == 0 ? whole : "\(whole) \(rest) \(smaller.name)"
    }
}
