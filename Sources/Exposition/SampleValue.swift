import Freshness

/// The value of a sample, in a form that is written without loss.
enum SampleValue: Sendable {
    case count(UInt64)
    case integer(Int64)
    /// 1 for true, 0 for false.
    case flag(Bool)
    /// Seconds since the epoch.
    case timestamp(Timestamp)
    /// Seconds.
    case duration(Duration)
    /// A decimal that is text already.
    case decimal(String)
}
