/// Why a rate of a reply was not taken; the raw value serves as a metric label.
public enum RateRejection: String, Sendable, Hashable, CaseIterable {
    /// The symbol was asked for, and the reply lacks it or has null.
    case missing
    /// A text that is no number, a boolean, an object, a list, a number beyond a `Decimal`.
    case notANumber = "not_a_number"
    /// Zero, or less.
    case notPositive = "not_positive"
    /// Older than the reading that is known; found by whoever keeps readings, not by the client.
    case older
    /// More than 5 minutes ahead of the clock; found by whoever keeps readings.
    case future
    /// The time of the data is absent or cannot be read.
    case badTimestamp = "bad_timestamp"
}
