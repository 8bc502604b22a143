extension Duration {
    /// Whole nanoseconds, stopped at the ends of `Int64` (292 years).
    public var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard overflows || sumOverflows else { return sum }
        return seconds < 0 ? .min : .max
    }

    /// Seconds as a binary floating-point number, for showing alone.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
