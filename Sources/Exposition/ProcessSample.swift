public import Freshness

/// What the operating system says of this process.
///
/// The fields are those of the collectors in Prometheus' own client libraries. A field that the
/// system does not tell is nil, and its series is left out.
public struct ProcessSample: Sendable, Hashable {
    /// User and system time spent.
    public var cpuTime: Duration?
    public var openFileDescriptors: UInt64?
    public var maxFileDescriptors: UInt64?
    public var virtualMemoryBytes: UInt64?
    /// The limit of the address space; the largest number where there is none.
    public var virtualMemoryMaxBytes: UInt64?
    public var residentMemoryBytes: UInt64?
    public var startedAt: Timestamp?
    /// Bytes that came over IP, in the whole network namespace of the process.
    public var networkReceiveBytes: UInt64?
    /// Bytes that went out over IP, in the whole network namespace of the process.
    public var networkTransmitBytes: UInt64?

    /// Makes a sample that knows nothing.
    public init() {}
}
