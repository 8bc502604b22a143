import HTTP
import Transport

/// Asks the servers of the tests, over one transport for all.
enum Browser {
    private static let transport = Result { () throws(TransportError) in try CurlTransport() }

    /// Sends a request and waits for the answer.
    static func send(
        _ method: HTTPRequest.Method = .get, _ url: String, headers: [String: String] = [:],
        within limit: Duration = .seconds(10)
    ) async throws -> HTTPResponse {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name: name, value: value) }
        return try await transport.get().send(
            HTTPRequest(
                method: method, url: url, headers: fields, timeout: limit, bodyLimit: 8 << 20))
    }
}

extension HTTPResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
