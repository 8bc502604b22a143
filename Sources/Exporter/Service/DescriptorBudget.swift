import Serving

/// What the daemon needs of the descriptors that the process may open.
struct DescriptorBudget {
    /// What an idle daemon has open, some 26, and a few for files that are open for a moment.
    private static let own = 32

    let limit: DescriptorLimit
    /// The bases, the addresses of receivers and the heartbeat: each may have one request under way.
    let peers: Int

    /// How many must be left when the server has all its connections.
    ///
    /// A request has three while its name is looked up: a pair to report the end, and the socket
    /// that the resolver asks by.
    var reserve: Int { Self.own + 3 * peers }

    /// Why the daemon cannot work, and what to do; nil where it can.
    var problem: String? {
        let least = 2 * Self.own + peers
        guard limit.count < least else { return nil }
        return "this process may open \(limit.count) files, which is too few: "
            + "with these bases and receivers it takes \(least) at least; "
            + "raise the limit by `ulimit -n`, or LimitNOFILE= of the systemd unit"
    }
}
