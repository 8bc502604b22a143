extension Timestamp {
    /// Reads a number of seconds or milliseconds since 1970, told apart by their size.
    ///
    /// From 10⁹ (September 2001) it is seconds, from 10¹² (the same) milliseconds; what lies
    /// outside is no time of a rate and gives nil.
    ///
    /// - Parameters:
    ///   - whole: the number before its decimal point.
    ///   - billionths: what stands after the point, in billionths; those of a millisecond are cut
    ///     to whole nanoseconds.
    public init?(epochNumber whole: Int64, billionths: Int64 = 0) {
        switch whole {
        case 1_000_000_000..<100_000_000_000:
            self.init(seconds: whole, nanoseconds: billionths)
        case 1_000_000_000_000..<100_000_000_000_000:
            self.init(
                seconds: whole / 1000,
                nanoseconds: whole % 1000 * 1_000_000 + billionths / 1000)
        default:
            return nil
        }
    }
}
