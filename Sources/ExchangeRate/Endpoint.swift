import FoundationEssentials
import HTTP

/// The address of the API, and the URLs of its calls.
struct Endpoint: Sendable {
    private let components: URLComponents

    /// Reads an absolute URL of `http` or `https`; a path before the API's own is kept.
    init(_ baseURL: String, hasKey: Bool) throws(ExchangeRateError) {
        guard let components = URLComponents(string: baseURL), let host = components.host,
            let scheme = components.scheme?.lowercased(), !host.isEmpty,
            !host.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }),
            0...65_535 ~= components.port ?? 0
        else {
            throw Self.error("the API's URL is malformed; it has the form https://host/path")
        }
        guard scheme == "https" || scheme == "http" else {
            throw Self.error("the API's URL must begin with https:// or http://")
        }
        guard components.user == nil, components.password == nil else {
            throw Self.error("the API's URL holds a user; give credentials apart from it")
        }
        guard components.query == nil, components.fragment == nil else {
            throw Self.error("the API's URL holds a query or a fragment; remove it")
        }
        guard scheme == "https" || !hasKey || LoopbackHost.contains(host) else {
            throw Self.error("a key goes over https:// alone, but for this machine itself")
        }
        self.components = components
    }

    /// The URL of the newest rates; no symbols stand for all.
    func latest(base: CurrencyCode, symbols: [CurrencyCode]) throws(ExchangeRateError) -> String {
        var components = components
        var prefix = components.percentEncodedPath
        while prefix.hasSuffix("/") { prefix.removeLast() }
        components.percentEncodedPath = "\(prefix)/v1/latest/\(base)"
        if !symbols.isEmpty {
            let list = symbols.map(\.text).joined(separator: ",")
            components.queryItems = [URLQueryItem(name: "symbols", value: list)]
        }
        guard let url = components.string else {
            throw Self.error("the API's URL makes no URL of a call")
        }
        return url
    }

    private static func error(_ message: String) -> ExchangeRateError {
        ExchangeRateError(reason: .badRequest, message: message)
    }
}
