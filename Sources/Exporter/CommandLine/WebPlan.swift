import Serving

/// What a web configuration leads to, for people.
struct WebPlan {
    /// The file as the user named it.
    let file: String
    /// What an operator should know; nil for nothing.
    let warning: String?
    /// How the own pages are served.
    let lines: [String]

    /// Makes the plan for a daemon that listens at these addresses.
    init(_ web: WebConfiguration, addresses: [ListenAddress]) {
        file = web.file
        warning = web.warning(addresses: addresses)
        var words = [web.tls.map(Self.text(of:)) ?? "no TLS"]
        switch web.userCount {
        case 0: words.append("no password is asked for")
        case 1: words.append("basic authentication for 1 user")
        case let count: words.append("basic authentication for \(count) users")
        }
        let names = web.access.headers.fields.map(\.name)
        if !names.isEmpty { words.append("with \(names.joined(separator: ", "))") }
        lines = ["Web:   " + words.joined(separator: ", ")]
    }

    private static func text(of tls: TLSSettings) -> String {
        let (lowest, highest) = (tls.versions.lowerBound, tls.versions.upperBound)
        let versions =
            lowest == highest ? lowest.rawValue : "\(lowest.rawValue) to \(highest.rawValue)"
        return "\(versions) with \(tls.clientAuthentication.rawValue)"
    }
}
