import Foundation

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
        guard Self.isLoopback(host), let proxy = proxy(for: scheme), !proxy.isEmpty else {
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

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // All of 127.0.0.0/8.
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
