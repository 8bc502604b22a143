import HTTP

/// The variables that name a proxy to Foundation on Linux.
///
/// It passes them on to curl, also for what goes to this machine, and offers no way to switch that
/// off. https://everything.curl.dev/usingcurl/proxies/env.html
struct ProxyVariables {
    private let environment: [String: String]

    init(_ environment: [String: String]) {
        self.environment = environment
    }

    /// Whether a request to this machine would leave it: a key over plain HTTP least of all must.
    func divert(scheme: String, host: String) -> Bool {
        guard LoopbackHost.contains(host), let proxy = proxy(for: scheme), !proxy.isEmpty else {
            return false
        }
        return !isExcepted(host)
    }

    private func proxy(for scheme: String) -> String? {
        // curl reads HTTP_PROXY in lower case alone: in a CGI it would be the client's header.
        let names = ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["\(scheme.uppercased())_PROXY"])
        return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { environment[$0] }.first
    }

    private func isExcepted(_ host: String) -> Bool {
        let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        let entries = list.split { $0 == "," || $0 == " " }
        return entries.contains { $0 == "*" || $0 == host }
    }
}
