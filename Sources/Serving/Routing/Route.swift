/// A path, or all paths with a prefix, and what answers there.
public final class Route: Sendable {
    /// Which paths a route takes.
    public enum Path: Sendable, Hashable {
        /// This path alone.
        case exact(String)
        /// Every path that starts so; of several that fit, the longest prefix wins.
        case prefix(String)
    }

    public let path: Path
    /// The name by which requests are counted: from a fixed list, never from a request.
    public let label: String
    /// The methods that reach the handler; `GET` brings `HEAD` with it.
    public let methods: [Method]
    /// The statuses that the handler answers with, so that their counts are there from the start.
    public let statuses: Set<Int>
    /// Whether requests hold one of the server's places until their last byte has left.
    public let isLimited: Bool
    /// Whether it answers everyone, also where a server asks for a password.
    public let isOpen: Bool
    /// The longest body in bytes; a longer one is answered with 413.
    public let bodyLimit: Int
    let handler: Handler

    /// How a route's requests are answered.
    enum Handler: Sendable {
        case immediate(@Sendable (Request) -> Response)
        case deferred(DeferringHandler)
    }

    /// Takes a request, and returns at once; gives the answer later, on any thread.
    ///
    /// It must give one in the end. The first counts, and none that comes after the server's stop.
    public typealias DeferringHandler =
        @Sendable (Request, @escaping @Sendable (Response) -> Void) -> Void

    /// Makes a route.
    ///
    /// - Parameters:
    ///   - path: the paths that it takes.
    ///   - label: the name by which its requests are counted.
    ///   - methods: the methods that it allows.
    ///   - statuses: the statuses that the handler answers with.
    ///   - isLimited: whether its requests count against `ServerSettings.maxRequests`.
    ///   - isOpen: whether it answers without a password, too.
    ///   - bodyLimit: the longest body that a request may have, in bytes.
    ///   - handler: answers a request, on a thread of the server; gets `HEAD` as such, and its
    ///     body is left out by the server. It blocks only where each connection has a thread.
    public init(
        _ path: Path, label: String, methods: [Method] = [.get], statuses: Set<Int> = [200],
        isLimited: Bool = false, isOpen: Bool = false, bodyLimit: Int = 0,
        handler: @escaping @Sendable (Request) -> Response
    ) {
        self.path = path
        self.label = label
        self.methods = Self.completed(methods)
        self.statuses = statuses
        self.isLimited = isLimited
        self.isOpen = isOpen
        self.bodyLimit = bodyLimit
        self.handler = .immediate(handler)
    }

    /// Makes a route whose answers take time, in which none of the server's threads waits.
    ///
    /// - Parameters:
    ///   - path: the paths that it takes.
    ///   - label: the name by which its requests are counted.
    ///   - methods: the methods that it allows.
    ///   - statuses: the statuses that the handler answers with.
    ///   - handler: answers a request.
    public init(
        _ path: Path, label: String, methods: [Method] = [.get], statuses: Set<Int> = [200],
        deferring handler: @escaping DeferringHandler
    ) {
        self.path = path
        self.label = label
        self.methods = Self.completed(methods)
        self.statuses = statuses.union([503])
        isLimited = false
        isOpen = false
        bodyLimit = 0
        self.handler = .deferred(handler)
    }

    private static func completed(_ methods: [Method]) -> [Method] {
        methods.contains(.get) && !methods.contains(.head) ? methods + [.head] : methods
    }

    /// The statuses that requests to the route can get, the server's own among them.
    var allStatuses: Set<Int> {
        statuses.union(isLimited ? [405, 413, 503] : [405, 413])
    }
}
