import Freshness

/// What happens to one pipeline: every text of bytes is one.
struct Schedule {
    /// The longest that is played.
    static let mostSteps = 64

    var setup: Setup
    var start: Timestamp
    /// What is added to waits at random: 0 to 1.
    var jitter: Double
    var steps: [Step]

    init(_ bytes: [UInt8]) {
        var head = ByteCursor(bytes.prefix(Setup.byteCount))
        start = head.choice(Self.starts)
        jitter = head.choice([0, 1, 0.5])
        setup = Setup(&head)
        var rest = bytes.dropFirst(Setup.byteCount)
        steps = []
        while !rest.isEmpty, steps.count < Self.mostSteps {
            var cursor = ByteCursor(rest.prefix(Step.byteCount))
            steps.append(Step(&cursor))
            rest = rest.dropFirst(Step.byteCount)
        }
    }

    /// A Tuesday afternoon, an end of a month, an hour before the market closes, and the eve of a
    /// holiday; the market opens again within what a long schedule takes.
    private static let starts = [
        "2026-06-16T14:00:00Z", "2026-06-30T23:30:00Z", "2026-06-16T14:00:00Z",
        "2026-06-19T20:00:00Z", "2026-06-21T19:30:00Z", "2026-12-24T21:30:00Z",
    ].compactMap { Timestamp(iso8601: $0) }
}
