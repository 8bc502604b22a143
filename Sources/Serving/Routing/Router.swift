/// Finds the route of a path.
struct Router: Sendable {
    /// What a path and a method lead to.
    enum Match: Sendable {
        case route(Route, Method)
        case methodNotAllowed(Route)
        case notFound
    }

    private let exact: [String: Route]
    private let prefixes: [(prefix: String, route: Route)]

    /// Makes a router; no two routes may have the same path.
    init(_ routes: [Route]) {
        var exact: [String: Route] = [:]
        var prefixes: [(prefix: String, route: Route)] = []
        for route in routes {
            switch route.path {
            case .exact(let path):
                precondition(exact.updateValue(route, forKey: path) == nil, "two routes: \(path)")
            case .prefix(let prefix):
                prefixes.append((prefix, route))
            }
        }
        self.exact = exact
        self.prefixes = prefixes.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
    }

    /// Finds the route of a raw path; methods are compared with regard to case.
    func match(path: String, method: String) -> Match {
        guard let route = route(path: path) else { return .notFound }
        guard let method = Method(rawValue: method), route.methods.contains(method) else {
            return .methodNotAllowed(route)
        }
        return .route(route, method)
    }

    /// The route of a raw path, whatever the method.
    ///
    /// A path with a `%` has none: no route needs one, and what it hides (a slash, a NUL) must not
    /// matter.
    func route(path: String) -> Route? {
        guard !path.utf8.contains(UInt8(ascii: "%")) else { return nil }
        return exact[path] ?? prefixes.first { path.utf8.starts(with: $0.prefix.utf8) }?.route
    }
}
