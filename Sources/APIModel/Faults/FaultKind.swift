/// The catalogue of faults, by the names that the control path takes.
public enum FaultKind: String, Sendable, Hashable, CaseIterable {
    case limit
    case unauthorized
    case forbidden
    case quota
    case error
    case page
    case redirect
    case garbage
    case empty
    case emptyObject = "empty_object"
    case gzipBomb = "gzip_bomb"
    case frozen
    case older
    case future
    case stamp
    case missing
    case extra
    case number
    case base = "wrong_base"
    case source
    case huge
    case slow
    case hang
    case drip
    case reset
    case cut

    /// What it does, on one line.
    public var summary: String {
        switch self {
        case .limit: "429 rate_limited; Retry-After is the text of retry_after, else absent"
        case .unauthorized: "401 invalid_api_key"
        case .forbidden: "403 forbidden"
        case .quota: "403 quota_exceeded"
        case .error: "an error of any status and code (500 internal_error), in one of three shapes"
        case .page: "503 with a page of HTML of so many bytes (5000000)"
        case .redirect: "302 to a location (/redirected)"
        case .garbage: "200 with so many bytes that are no text (512)"
        case .empty: "200 without a body"
        case .emptyObject: "200 with {}"
        case .gzipBomb: "200 with gzip that unfolds to so many bytes (67108864)"
        case .frozen: "data that stands still at a time (now)"
        case .older: "data that is so much behind (1h)"
        case .future: "data whose stamp is so much ahead (10m)"
        case .stamp: "data whose stamp is any text"
        case .missing: "a reply without some symbols (the first)"
        case .extra: "a reply with symbols that nobody asked for"
        case .number: "a value that is no good number, for some symbols (the first)"
        case .base: "the rates of another base"
        case .source: "data of another class; ecb_daily and fred_daily bring its values and stamps"
        case .huge: "a good body of so many bytes (2000000)"
        case .slow: "a wait before the first byte (5s)"
        case .hang: "nothing ever comes"
        case .drip: "so many bytes of the body (1) each interval (1s)"
        case .reset: "a reset of the connection, before the header or after so many bytes"
        case .cut: "the connection ends after so many bytes of the body (20)"
        }
    }

    /// The parameters that it takes, besides those of every rule.
    public var parameters: [FaultParameter] {
        switch self {
        case .limit: [.retryAfter]
        case .unauthorized, .forbidden, .quota, .empty, .emptyObject, .hang: []
        case .error: [.status, .code, .shape]
        case .redirect: [.location]
        case .page, .garbage, .gzipBomb, .huge, .reset, .cut: [.bytes]
        case .frozen: [.at]
        case .older, .future: [.by]
        case .stamp: [.text]
        case .missing, .extra: [.symbols]
        case .number: [.value, .symbols]
        case .base: [.to]
        case .source: [.to]
        case .slow: [.delay]
        case .drip: [.bytes, .interval]
        }
    }
}
