import CCurl
import HTTP

/// Where a URL leads, as curl itself reads it.
struct RequestTarget {
    /// Whether the host is this machine by its name or address.
    let isLoopback: Bool

    /// Reads an absolute URL of `http` or `https`; no error holds any of it.
    init(_ url: String) throws(TransportError) {
        guard !url.utf8.contains(0), let parts = curl_url() else { throw Self.malformed }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parts),
            let host = Self.part(CURLUPART_HOST, of: parts)
        else { throw Self.malformed }
        guard ["http", "https"].contains(scheme.lowercased()) else {
            throw TransportError(
                kind: .invalidRequest, detail: "the URL is neither http:// nor https://")
        }
        isLoopback = LoopbackHost.contains(host)
    }

    private static let malformed = TransportError(
        kind: .invalidRequest, detail: "the URL is malformed; it has the form https://host/path")

    private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
