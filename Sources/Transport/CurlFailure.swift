import CCurl
import HTTP

/// Turns curl's codes into the errors of the transport port.
///
/// The codes are those of https://curl.se/libcurl/c/libcurl-errors.html.
enum CurlFailure {
    /// The longest detail in characters: a log line stays a line.
    private static let detailLimit = 200

    /// The step at which a transfer failed.
    static func kind(of code: CURLcode, hasHead: Bool) -> TransportError.Kind {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .dns
        case CURLE_OPERATION_TIMEDOUT:
            .timeout
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_URL_MALFORMAT:
            .invalidRequest
        case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY,
            CURLE_INTERFACE_FAILED, CURLE_NO_CONNECTION_AVAILABLE:
            hasHead ? .interrupted : .connect
        default:
            // Whatever else: bytes went over a connection, and the answer is not whole.
            .interrupted
        }
    }

    /// The error of a transfer that ended with a code.
    static func error(
        _ code: CURLcode, handle: EasyHandle, request: HTTPRequest, head: HTTPResponse?
    ) -> TransportError {
        let proxyStatus = handle.proxyStatus
        if head == nil, proxyStatus >= 300 {
            return TransportError(
                kind: .connect, detail: "the proxy refused the tunnel with status \(proxyStatus)")
        }
        let isHeadTooLarge = code == CURLE_OUT_OF_MEMORY && (head != nil || handle.hasSentRequest)
        var detail = cleaned(handle.errorText)
        if detail.isEmpty { detail = text(of: code) }
        if isHeadTooLarge {
            detail = ResponseHead.Refusal.tooLarge.description
        } else if let known = detailOfOurOwn(code, request: request) {
            detail = known
        }
        return TransportError(
            kind: kind(of: code, hasHead: head != nil || isHeadTooLarge), head: head,
            detail: detail)
    }

    /// What happened, where curl's own words would mislead.
    private static func detailOfOurOwn(_ code: CURLcode, request: HTTPRequest) -> String? {
        switch code {
        case CURLE_OK:
            "the head of the answer is malformed, or ends with its connection"
        case CURLE_SSL_CACERT_BADFILE:
            request.certificateAuthorityFile == nil
                ? "the system's certificate authorities cannot be read; install ca-certificates"
                : "the file of certificate authorities cannot be read, or holds no PEM certificate"
        case CURLE_UNSUPPORTED_PROTOCOL:
            // The URL is one of HTTP, so it is the answer that is not.
            "the answer is not HTTP/1.1 or 2"
        case CURLE_WEIRD_SERVER_REPLY:
            "the head of the answer is malformed, its Content-Length for instance"
        case CURLE_BAD_CONTENT_ENCODING:
            "the body is not in the encoding that its header names"
        default: nil
        }
    }

    /// curl's own words for a code.
    static func text(of code: CURLcode) -> String {
        curl_easy_strerror(code).map { String(cString: $0) } ?? "curl code \(code.rawValue)"
    }

    /// One line without control characters.
    private static func cleaned(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars.prefix(detailLimit))
        return String(line)
    }
}
