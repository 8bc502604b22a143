public import HTTP

extension HTTPRequest {
    /// A `GET` with limits that fit tests.
    public static func get(
        _ url: String, headers: [HTTPHeaders.Field] = [], timeout: Duration = .seconds(60),
        bodyLimit: Int = 1 << 20, certificateAuthorityFile: String? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            url: url, headers: HTTPHeaders(headers), timeout: timeout, bodyLimit: bodyLimit,
            certificateAuthorityFile: certificateAuthorityFile)
    }
}

extension HTTPTransport {
    /// The outcome of a request as a value, for tests that expect a failure.
    public func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }

    /// The error of a request that must fail.
    public func failure(of request: HTTPRequest) async -> TransportError? {
        switch await outcome(of: request) {
        case .success: nil
        case .failure(let error): error
        }
    }
}

/// The bytes of a plain answer with a body of known length.
public func answer(
    _ body: String, status: String = "200 OK", headers: String = ""
) -> String {
    "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
