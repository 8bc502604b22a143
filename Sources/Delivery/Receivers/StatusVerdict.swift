import Domain
import Freshness
import HTTP

/// What a status, or a failed step, means where a receiver has no rules of its own.
///
/// | answer | failure | lane |
/// |---|---|---|
/// | 2xx | none | |
/// | 3xx: never followed | redirect | slow |
/// | 408, 425 | client | quick |
/// | 410 | client | stopped |
/// | 429 | rate_limited | quick |
/// | other 4xx | client | slow |
/// | 5xx, and what is no final status | server | quick |
/// | none | as the transport says | quick |
enum StatusVerdict {
    static func verdict(on response: HTTPResponse, receivedAt: Timestamp) -> DeliveryVerdict {
        let wait = response.retryAfter(receivedAt: receivedAt)
        switch response.status {
        case 200...299: return .delivered
        case 300...399: return .failed(.redirect, lane: .slow, retryAfter: wait)
        case 408, 425: return .failed(.client, lane: .quick, retryAfter: wait)
        case 410: return .failed(.client, lane: .stopped, retryAfter: wait)
        case 429: return .failed(.rateLimited, lane: .quick, retryAfter: wait)
        case 400...499: return .failed(.client, lane: .slow, retryAfter: wait)
        default: return .failed(.server, lane: .quick, retryAfter: wait)
        }
    }

    static func verdict(on kind: TransportError.Kind) -> DeliveryVerdict {
        switch kind {
        case .dns: .failed(.dns, lane: .quick)
        case .connect: .failed(.connect, lane: .quick)
        case .tls: .failed(.tls, lane: .quick)
        case .timeout: .failed(.timeout, lane: .quick)
        case .interrupted, .cancelled: .failed(.interrupted, lane: .quick)
        // Nothing was sent, and nothing will be before the URL is mended.
        case .invalidRequest: .failed(.client, lane: .slow)
        }
    }
}
