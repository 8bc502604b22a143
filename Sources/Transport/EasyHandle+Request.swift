import CCurl
import HTTP

extension EasyHandle {
    /// Sets all that a request asks for, and all that every request has in common.
    func configure(for request: HTTPRequest) throws(TransportError) {
        try reset()
        let target = try RequestTarget(request.url)
        try setGuards()
        try set(CURLOPT_URL, request.url)
        // What goes to this machine must not leave it: a key over plain HTTP least of all. curl
        // itself would send it to the proxy of `http_proxy`.
        if target.isLoopback { try set(CURLOPT_PROXY, "") }
        try setRoute(request.route)
        try setTimes(request.timeout)
        try setTrust(request.certificateAuthorityFile)
        if request.leavesOnce {
            try set(CURLOPT_FRESH_CONNECT, 1)
            try set(CURLOPT_FORBID_REUSE, 1)
        }
        switch request.method {
        case .get: try set(CURLOPT_HTTPGET, 1)
        case .post: try setBody(request.body)
        }
        try setHeaderLines(Self.headerLines(of: request))
        // gzip alone: its window is 32 KB, so that memory stays flat whatever unfolds.
        if exchangerate_curl_has_gzip() != 0 { try set(CURLOPT_ACCEPT_ENCODING, "gzip") }
    }

    private func setGuards() throws(TransportError) {
        try set(CURLOPT_NOSIGNAL, 1)
        // Else the end of a transfer waits for a hanging resolver thread, up to 20 s.
        // https://curl.se/libcurl/c/CURLOPT_QUICK_EXIT.html
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        // A proxy's answer to CONNECT is no head of the server's answer.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setRoute(_ route: HTTPRequest.Route) throws(TransportError) {
        switch route {
        case .standard: break
        case .direct: try set(CURLOPT_PROXY, "")
        case .unixSocket(let path):
            // curl reads up to a NUL, which would lead to another socket, and takes a path that
            // `sockaddr_un` has no room for as a name that cannot be looked up.
            guard !path.utf8.contains(0), 1...107 ~= path.utf8.count else {
                throw TransportError(
                    kind: .invalidRequest,
                    detail: "the path of the Unix socket is none, or longer than 107 bytes")
            }
            try set(CURLOPT_UNIX_SOCKET_PATH, path)
            try set(CURLOPT_PROXY, "")
        }
    }

    /// The connection alone may take as long as the whole, and no longer.
    private func setTimes(_ timeout: Duration) throws(TransportError) {
        let (seconds, attoseconds) = timeout.components
        // 0 would mean no limit to curl, so the shortest is 1 ms; the longest is 24 days.
        let bounded = min(max(seconds, 0), Int64(Int32.max) / 1000)
        let milliseconds = max(1, Int(bounded) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        try set(CURLOPT_TIMEOUT_MS, milliseconds)
        try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    }

    private func setTrust(_ certificateAuthorityFile: String?) throws(TransportError) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        guard let certificateAuthorityFile else { return }
        try set(CURLOPT_CAINFO, certificateAuthorityFile)
        // Debian's curl also trusts a folder, which would make "instead of" an "as well as".
        try set(CURLOPT_CAPATH, nil)
        // Else a replaced file takes effect a day later.
        try set(CURLOPT_CA_CACHE_TIMEOUT, 0)
    }

    private static func headerLines(of request: HTTPRequest) throws(TransportError) -> [String] {
        if let index = request.headers.firstMalformedField {
            throw TransportError(
                kind: .invalidRequest,
                detail: "request header \(index + 1) holds a control character or a bad name")
        }
        // curl takes `Name;` for an empty value, since `Name:` means no such header.
        var lines = request.headers.fields.map { field in
            let isBlank = field.value.allSatisfy { $0 == " " || $0 == "\t" }
            return isBlank ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        // `Expect: 100-continue` costs a second with servers that do not know it.
        lines.append("Expect:")
        if request.method == .post, request.headers["Content-Type"] == nil {
            lines.append("Content-Type:")
        }
        return lines
    }
}
