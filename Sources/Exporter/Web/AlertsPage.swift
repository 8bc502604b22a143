import Domain
import Serving

/// The alerts for programs: JSON, made anew for each request, since it is small.
enum AlertsPage {
    /// Answers a request.
    static func response(to request: Request, showing snapshot: Snapshot) -> Response {
        let bytes = AlertsDocument(snapshot).json
        var headers: HeaderFields = [
            "Content-Type": "application/json", "Cache-Control": "no-store",
            "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
        ]
        switch ContentCoding.preferred(acceptEncoding: request.headers["Accept-Encoding"]) {
        case .identity:
            return Response(headers: headers, body: .bytes(SharedBytes(bytes)))
        case .gzip:
            guard let packed = Gzip.compress(bytes, level: 1) else {
                return Response(headers: headers, body: .bytes(SharedBytes(bytes)))
            }
            headers.append("Content-Encoding", "gzip")
            return Response(headers: headers, body: .bytes(SharedBytes(packed)))
        }
    }
}
