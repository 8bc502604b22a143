import APIModel
public import Freshness

/// The days that a rehearsal lasts for: by UTC, the first and the last one with it.
public struct RehearsalSpan: Sendable, Hashable {
    public let first: CivilDate
    public let last: CivilDate

    /// The days that the reference rates cover from their start to their end.
    ///
    /// The first fix is published in the afternoon of its day, so that the day after is the first.
    public static let covered: ClosedRange<CivilDate> = {
        let days = ReferenceRates.embedded.days
        guard let first = days.first, let last = days.last, first < last else {
            preconditionFailure("reference rates of two days at least are compiled in")
        }
        return first + 1...last
    }()

    /// Makes a span of days within those that are covered; nil stands for a day that was not given.
    public init(from first: CivilDate?, to last: CivilDate?) throws(RehearsalError) {
        guard let first, let last else {
            throw RehearsalError(
                "rehearse needs --from and --to, days within \(Self.covered.lowerBound) to "
                    + "\(Self.covered.upperBound)")
        }
        guard first <= last else {
            throw RehearsalError("the last day, \(last), is before the first, \(first)")
        }
        let covered = Self.covered
        for day in [first, last] where !covered.contains(day) {
            throw RehearsalError(
                "\(day) is beyond the reference rates, which cover \(covered.lowerBound) to "
                    + "\(covered.upperBound)")
        }
        self.first = first
        self.last = last
    }

    /// The first moment.
    public var start: Timestamp { first.startInUTC }
    /// The moment after the last.
    public var end: Timestamp { (last + 1).startInUTC }
}
