import FoundationEssentials
import Serving

extension Encodable {
    /// The value as JSON with a newline: keys sorted, on one line.
    var jsonLine: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What pages encode is texts and finite numbers, which cannot fail; the API's and
        // Prometheus' form of an error in one says so if it does.
        guard let bytes = try? encoder.encode(self) else {
            return Array(#"{"status":"error","result":"error","error":"encoding"}"#.utf8)
        }
        return Array(bytes) + [UInt8(ascii: "\n")]
    }
}

extension Response {
    /// A document of JSON, packed for who takes that.
    static func json(
        _ bytes: [UInt8], status: Int = 200, headers: HeaderFields = [:], to request: Request
    ) -> Response {
        var headers = headers
        headers.append("Content-Type", "application/json")
        headers.append("X-Content-Type-Options", "nosniff")
        return .negotiated(bytes, status: status, headers: headers, to: request)
    }
}
