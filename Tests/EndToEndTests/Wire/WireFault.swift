/// What happens to a message on its way, and at which byte of it.
struct WireFault: Sendable, Hashable {
    /// Which message of an exchange it befalls.
    enum Side: String, Sendable, CaseIterable {
        case request, answer
    }

    /// What happens.
    enum Kind: String, Sendable, CaseIterable {
        case none
        /// The connection ends there, in good order.
        case close
        /// The connection is reset there.
        case reset
        /// The sender ends its side there, and goes on listening.
        case halfClose
        /// Nothing more comes, and the connection stays.
        case silence
        /// What follows comes after a moment.
        case pause
        /// What follows comes byte by byte, in time.
        case drip
        /// What follows comes byte by byte, and no whole message in time.
        case throttle
        case flippedBit, otherByte, lostByte, doubledByte, lineBreak, nul
        /// What follows comes before what precedes.
        case swap
        /// The former message of the same connection, or of any, comes before this one.
        case stale
        /// The message comes twice at once.
        case twice
        /// The message comes once more, a moment after the first.
        case late
        /// Bytes that are no message follow the message at once.
        case garbage
    }

    var kind: Kind
    var side: Side
    /// How many bytes of the message precede what happens.
    var place: Int
    /// What a kind draws from: the bit, the byte, whether the connection ends after the message.
    var salt: UInt64

    static let none = WireFault(kind: .none, side: .answer, place: 0, salt: 0)
}

extension WireFault.Kind {
    /// Those that befall a message as a whole, so that their place does not matter.
    var isOfWhole: Bool {
        switch self {
        case .none, .stale, .twice, .late, .garbage: true
        case .close, .reset, .halfClose, .silence, .pause, .drip, .throttle, .flippedBit,
            .otherByte, .lostByte, .doubledByte, .lineBreak, .nul, .swap:
            false
        }
    }
}

extension WireFault: CustomStringConvertible {
    var description: String { "\(kind) of \(side) at \(place) salt \(salt)" }
}
