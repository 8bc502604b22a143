import TestKit

/// What the API does to those who ask, for some hours.
struct SoakWeather {
    /// Faults by which each request fails, or brings nothing that is new.
    private static let whole = [
        "limit", "limit&retry_after=7200", "limit&retry_after=1e9", "unauthorized", "forbidden",
        "error", "error&status=503", "page", "redirect", "garbage", "empty", "empty_object",
        "gzip_bomb&every=20", "huge&every=20", "hang&every=40", "drip&every=40", "reset",
        "reset&bytes=200", "cut", "quota", "wrong_base&to=EUR",
    ]
    /// Faults of what a reply tells.
    private static let lies = [
        "frozen", "older", "future", "stamp&text=yesterday", "missing&symbols=EUR",
        "extra&symbols=CHF,SEK", "number&value=null", "number&value=negative",
        "source&to=ecb_daily", "slow&delay=100ms",
    ]
    private static let bases = ["USD", "JPY", "GBP", "CHF"]

    private(set) var faults: [String] = []
    /// How often it became bad for a base.
    private(set) var troubles = 0
    /// For how many hours it was bad, of all bases together.
    private(set) var troubledHours = 0
    private let watched: [String]
    private var hoursLeft = 3

    init(bases: [String]) {
        watched = bases
    }

    /// Passes an hour; whether the weather has changed.
    mutating func passHour(using random: inout SeededGenerator) -> Bool {
        hoursLeft -= 1
        guard hoursLeft <= 0 else { return false }
        let wasBad = !faults.isEmpty
        // Between two of them it is good for long enough that what fired may end.
        if wasBad {
            faults = []
            hoursLeft = .random(in: 2...8, using: &random)
            return true
        }
        let isWide = Int.random(in: 0..<4, using: &random) == 0
        let fault =
            (Bool.random(using: &random) ? Self.whole : Self.lies)
            .randomElement(using: &random) ?? "error"
        let base = Self.bases.randomElement(using: &random) ?? "USD"
        faults = [isWide ? fault : "\(fault)&base=\(base)"]
        let hit = isWide ? watched.count : watched.count { SoakAPI.currency(of: $0) == base }
        // Long enough that what befalls all makes all stale, which takes 13 hours: more alerts than a
        // message names.
        hoursLeft = .random(in: 10...30, using: &random)
        troubles += hit
        troubledHours += hit * hoursLeft
        return true
    }
}
