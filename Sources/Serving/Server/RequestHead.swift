/// The head of a request as it came, before anything in it is trusted.
struct RequestHead {
    var method: String
    /// The request target with its query, undecoded.
    var target: String
    var version: String
    var headers: HeaderFields
    /// Whether no NUL and no second space cuts the request line.
    var isLineIntact = true
    /// What the request takes of its connection's memory, in bytes.
    var memory = 0

    /// The path and the query of the target; nil where it has no path.
    ///
    /// Of an absolute target, as sent to proxies, the scheme and the authority are left out.
    var resource: (path: String, query: String?)? {
        var rest = target[...]
        let isAbsolute = rest.utf8.first != UInt8(ascii: "/")
        for scheme in ["http://", "https://"]
        where isAbsolute
            && rest.utf8.prefix(scheme.utf8.count).map(\.lowercasedASCII) == Array(scheme.utf8)
        {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
            if !rest.hasPrefix("/") { rest = "/" + rest }
            break
        }
        guard rest.utf8.first == UInt8(ascii: "/") else { return nil }
        guard let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            return (String(rest), nil)
        }
        return (String(rest[..<mark]), String(rest[rest.utf8.index(after: mark)...]))
    }

    /// How the request announces its body.
    var framing: Framing {
        guard headers.values(of: "Transfer-Encoding").isEmpty else { return .chunked }
        guard let text = headers.values(of: "Content-Length").first else { return .none }
        return .length(UInt64(text) ?? .max)
    }

    /// How a body ends.
    enum Framing: Hashable {
        case none
        case length(UInt64)
        case chunked

        /// Whether a body of at most this many bytes can be it.
        func mayFit(_ limit: Int) -> Bool {
            switch self {
            case .none: true
            case .length(let length): length <= UInt64(limit)
            case .chunked: limit > 0
            }
        }
    }
}
