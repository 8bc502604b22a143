import Foundation
import HTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// The longest detail in characters: a log line stays a line.
    private static let detailLimit = 200

    /// Turns an error of the session into one of the transport port.
    ///
    /// Its text alone is taken: beside it the error holds the URL.
    init(_ error: any Error, head: HTTPResponse?) {
        let text = error.localizedDescription
        let line = text.unicodeScalars.prefix(Self.detailLimit).map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        self.init(
            kind: Self.kind(of: (error as? URLError)?.code ?? .unknown, text, hasHead: head != nil),
            head: head, detail: String(line))
    }

    /// The step at which a task failed.
    ///
    /// Foundation on Linux gives most failures of curl as `unknown`, and names the step in the text
    /// alone.
    static func kind(
        of code: URLError.Code, _ text: String, hasHead: Bool
    ) -> TransportError.Kind {
        if hasHead { return code == .timedOut ? .timeout : .interrupted }
        return switch code {
        case .cannotFindHost, .dnsLookupFailed: .dns
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff,
            .dataNotAllowed, .callIsActive:
            .connect
        case .timedOut: .timeout
        case .cancelled: .cancelled
        case .badURL: .invalidRequest
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            .tls
        case .unknown: isOfHandshake(text) ? .tls : .interrupted
        // Whatever else: bytes went over a connection, and the answer is not whole. Bytes that are
        // no HTTP come as `unsupportedURL`.
        default: .interrupted
        }
    }

    private static func isOfHandshake(_ text: String) -> Bool {
        let isOfTLS = ["SSL", "TLS", "certificate"].contains { text.contains($0) }
        return isOfTLS && !text.contains("SSL_read") && !text.contains("SSL_write")
    }
}
