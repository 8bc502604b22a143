/// How a receiver answers, until it is told to answer in another way.
struct PeerMood: Hashable {
    enum Answer: Hashable {
        case taken
        /// A server's error, with or without a `Retry-After`.
        case refused(retryAfter: Duration?)
        /// Somebody has to mend something.
        case wrong
        /// It was taken, but nobody learns of it.
        case lost
    }

    var answer = Answer.taken
    var latency: Duration = .zero
    /// After so many answers all is taken again; nil: never.
    var answersLeft: Int?

    init() {}

    init(_ cursor: inout ByteCursor) {
        answer = cursor.choice([
            .taken, .refused(retryAfter: nil), .lost, .refused(retryAfter: .seconds(90)), .wrong,
            .taken, .refused(retryAfter: .seconds(5000)),
        ])
        latency = .milliseconds(cursor.choice([0, 0, 500, 9000, 90_000]))
        answersLeft = cursor.choice([nil, 1, 2, 4])
    }
}
