/// What a server listens on, and what it bears.
public struct ServerSettings: Sendable {
    /// Which threads handlers run on.
    public enum Threading: Sendable, Hashable {
        /// A few threads that all connections share; handlers must not block.
        case pool(threads: Int)
        /// A thread for each connection; handlers may block by `Request.pause`.
        case perConnection
    }

    public var addresses: [ListenAddress]
    public var threading: Threading
    public var deadlines: Deadlines
    /// How many requests to limited routes may be under way; more get 503.
    public var maxRequests: Int
    /// How many connections there may be; more wait in the kernel until one ends.
    ///
    /// From seven eighths of it on, a new one ends the longest idle one, or else the one whose
    /// unfinished request is the oldest; never one with an answer under way. Each costs up to 33 kB.
    public var maxConnections: Int
    /// How many descriptors connections leave to the rest of the process.
    ///
    /// Where the process may not open enough for both, `maxConnections` is cut, but not below a
    /// quarter of what it may.
    public var reservedDescriptors: Int
    /// Who is let in, and over what, until `Server.change` says otherwise.
    public var access: AccessPolicy

    /// Makes settings.
    public init(
        addresses: [ListenAddress], threading: Threading = .pool(threads: 2),
        deadlines: Deadlines = Deadlines(), maxRequests: Int = 40, maxConnections: Int = 512,
        reservedDescriptors: Int = 64, access: AccessPolicy = AccessPolicy()
    ) {
        self.addresses = addresses
        self.threading = threading
        self.deadlines = deadlines
        self.maxRequests = maxRequests
        self.maxConnections = maxConnections
        self.reservedDescriptors = reservedDescriptors
        self.access = access
    }
}
