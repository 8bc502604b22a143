import Serving

extension Response {
    /// A body that is made for one request, packed for who takes that.
    static func negotiated(
        _ bytes: [UInt8], status: Int = 200, headers: HeaderFields, to request: Request
    ) -> Response {
        var headers = headers
        headers.append("Vary", "Accept-Encoding")
        var body = bytes
        switch ContentCoding.preferred(acceptEncoding: request.headers["Accept-Encoding"]) {
        case .identity: break
        case .gzip:
            // Fast rather than small: it is sent once.
            if let packed = Gzip.compress(bytes, level: 1) {
                headers.append("Content-Encoding", "gzip")
                body = packed
            }
        }
        return Response(status: status, headers: headers, body: .bytes(SharedBytes(body)))
    }
}
