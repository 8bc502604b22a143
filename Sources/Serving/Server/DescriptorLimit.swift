import Glibc

/// How many descriptors the process may have open at a time.
///
/// A process that has none left cannot take a connection, open a file or ask for a name, and
/// libdispatch ends it on the spot. What clients can take is therefore bounded.
public struct DescriptorLimit: Sendable, Hashable {
    /// The number of descriptors; `Int.max` where there is no limit.
    public let count: Int

    /// Makes a limit.
    public init(count: Int) {
        self.count = count
    }

    /// The limit that is in force: the soft one of getrlimit(2), `RLIMIT_NOFILE`.
    public static var current: DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorLimit(count: .max)
        }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    /// Raises the limit as far as the process may, and returns the one that is then in force.
    ///
    /// Go programs do the same at their start. The low limit that systems begin with is there for
    /// programs that call select(2), which takes no descriptor over 1023.
    @discardableResult
    public static func raise() -> DescriptorLimit {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(resource, &limit)
        }
        return current
    }

    /// How many of the descriptors connections may take; one at least.
    ///
    /// - Parameter reserve: how many are kept for all else, but three quarters at most.
    public func connections(reserve: Int) -> Int {
        max(1, count - reserve, count / 4)
    }
}
