import Foundation
import HTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// Makes the session's form of a request; no error holds any of it.
    init(_ request: HTTPRequest) throws(TransportError) {
        if let index = request.headers.firstMalformedField {
            throw TransportError(
                kind: .invalidRequest,
                detail: "request header \(index + 1) holds a control character or a bad name")
        }
        guard request.certificateAuthorityFile == nil else {
            throw TransportError(
                kind: .invalidRequest,
                detail: "URLSession trusts the system's certificate authorities alone; "
                    + "add yours to the system's store, or use the transport of libcurl")
        }
        guard request.route == .standard else {
            throw TransportError(
                kind: .invalidRequest,
                detail: "URLSession goes by the URL and the proxies of the environment alone; "
                    + "use the transport of libcurl")
        }
        self.init(
            url: try Self.url(request.url), cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: Self.idleSeconds(request.timeout))
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for field in request.headers.fields {
            addValue(field.value, forHTTPHeaderField: field.name)
        }
        // gzip alone: its window is 32 KB, so that memory stays flat whatever unfolds.
        setValue("gzip", forHTTPHeaderField: "Accept-Encoding")
        switch request.method {
        case .get: break
        case .post: httpBody = Data(request.body)
        }
    }

    /// Longer than the transport's own limit, so that this one never ends a request.
    ///
    /// Foundation on Linux cuts it to whole seconds, and traps beyond what fits into milliseconds;
    /// the longest is 24 days.
    private static func idleSeconds(_ timeout: Duration) -> Double {
        min(max(timeout / .seconds(1), 0).rounded(.up) + 1, Double(Int32.max / 1000))
    }

    private static func url(_ text: String) throws(TransportError) -> URL {
        guard let url = URL(string: text, encodingInvalidCharacters: false),
            let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty,
            url.port.map({ 1...65_535 ~= $0 }) ?? true
        else {
            throw TransportError(
                kind: .invalidRequest,
                detail: "the URL is malformed; it has the form https://host/path")
        }
        guard ["http", "https"].contains(scheme) else {
            throw TransportError(
                kind: .invalidRequest, detail: "the URL is neither http:// nor https://")
        }
        let environment = ProcessInfo.processInfo.environment
        guard !ProxyVariables(environment).divert(scheme: scheme, host: host) else {
            throw TransportError(
                kind: .invalidRequest,
                detail: "a proxy is set, and URLSession would send it what is for this machine: "
                    + "put the host into no_proxy")
        }
        return url
    }
}
