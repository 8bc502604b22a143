import ConfigTree
import Domain
import FoundationEssentials
import HTTP

/// The proxies that the variables of the process name, as libcurl reads them.
///
/// | for | first of these that is not empty |
/// |---|---|
/// | `https://` | `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY` |
/// | `http://` | `http_proxy`, `all_proxy`, `ALL_PROXY` |
///
/// `HTTP_PROXY` is none of them: in a CGI it would be a header of the client.
/// https://everything.curl.dev/usingcurl/proxies/env.html
struct ProxyEnvironment: Sendable {
    /// A proxy, and what goes through it.
    struct Proxy: Sendable, Hashable {
        /// The scheme of the URLs that are asked for through it.
        var scheme: String
        var variable: String
        /// Scheme, host and port; never user or password.
        var address: String
    }

    /// Shorter ones are found in common words.
    private static let shortestHidden = 4

    /// Those that requests go through.
    private(set) var proxies: [Proxy] = []
    /// The list of hosts that are reached without; nil: none but this machine itself.
    private(set) var exceptions: String?
    /// Users and passwords.
    private(set) var secrets: [Secret] = []

    /// Reads the variables.
    ///
    /// - Parameter addresses: those that requests go to, each a URL.
    init(_ environment: [String: String], reaching addresses: [String]) {
        func first(of names: [String]) -> (name: String, value: String)? {
            names.lazy.compactMap { name in environment[name].map { (name, $0) } }
                .first { !$0.1.isEmpty }
        }
        exceptions = first(of: ["no_proxy", "NO_PROXY"])?.value
        guard exceptions != "*" else { return }
        let schemes = Set(addresses.compactMap(Self.schemeBeyondThisMachine)).sorted()
        for scheme in schemes {
            let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
            guard let found = first(of: own + ["all_proxy", "ALL_PROXY"]) else { continue }
            proxies.append(
                Proxy(
                    scheme: scheme, variable: found.name,
                    address: Self.shownAddress(of: found.value)))
            secrets += Self.secrets(in: found.value)
        }
    }

    /// One line for each proxy: `http://proxy:3128 for https://, named by https_proxy`.
    var descriptions: [String] {
        proxies.map { "\($0.address) for \($0.scheme)://, named by \($0.variable)" }
    }

    /// What goes to this machine itself goes through no proxy, so its scheme does not count.
    private static func schemeBeyondThisMachine(_ address: String) -> String? {
        guard let components = URLComponents(string: address), let scheme = components.scheme,
            let host = components.host, !LoopbackHost.contains(host)
        else { return nil }
        return scheme.lowercased()
    }

    /// What may be shown of a proxy, which is one for HTTP where no scheme says otherwise.
    private static func shownAddress(of text: String) -> String {
        let whole = text.contains("://") ? text : "http://" + text
        let cut = Redaction.cutAddress(whole)
        let rest = ["/…", "/"].first { cut.hasSuffix($0) } ?? ""
        return String(cut.dropLast(rest.count))
    }

    /// `user:password` as it is written, and the password alone, as it is written and as it is sent.
    private static func secrets(in text: String) -> [Secret] {
        guard let at = text.lastIndex(of: "@") else { return [] }
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        guard start < at else { return [] }
        let whole = String(text[start..<at])
        let password = whole.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
        let sent = URLComponents(string: text)?.password
        return Set([whole] + password + [sent].compactMap(\.self)).sorted()
            .filter { $0.utf8.count >= shortestHidden }.map { Secret($0) }
    }
}
