import Serving

extension Response {
    /// A body that is made for one request, packed for who takes that.
    static func negotiated(
        _ bytes: [UInt8], status: Int = 200, headers: HeaderFields, to request: Request
    ) -> Response {
        var headers = headers
        headers.append("Vary", "Accept-Encoding")
        switch ContentCoding.preferred(acceptEncoding: request.headers["Accept-Encoding"]) {
        case .identity:
            return Response(status: status, headers: headers, body: .bytes(SharedBytes(bytes)))
        case .gzip:
            // Fast rather than small: it is sent once.
            guard let packed = Gzip.compress(bytes, level: 1) else {
                return Response(status: status, headers: headers, body: .bytes(SharedBytes(bytes)))
            }
            headers.append("Content-Encoding", "gzip")
            return Response(status: status, headers: headers, body: .bytes(SharedBytes(packed)))
        }
    }
}
