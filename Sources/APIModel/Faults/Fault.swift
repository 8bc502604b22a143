public import ExchangeRate
public import Freshness

/// Something that goes wrong with an answer.
public enum Fault: Sendable, Hashable {
    // Another answer in the place of the good one.

    /// 429 `rate_limited`, with any text as `Retry-After`, or without that header.
    case limit(retryAfter: String?)
    /// Any status with any error code; a status of 200 is an error all the same.
    case error(status: Int, code: String, shape: ErrorShape)
    /// 503 with a page of HTML of so many bytes, as a proxy sends it.
    case page(bytes: Int)
    /// 302 to another place.
    case redirect(location: String)
    /// 200 with bytes that are no text.
    case garbage(bytes: Int)
    /// 200 without a body.
    case empty
    /// 200 with `{}`.
    case emptyObject
    /// 200 with zero bytes that gzip has made a hundred and fifty times shorter.
    case gzipBomb(bytes: Int)

    // The good answer with other content.

    /// Data that has stood still since a time.
    case frozen(since: Timestamp)
    /// Data that is so much behind, as a lagging replica's.
    case older(by: Duration)
    /// Data whose stamp is so much ahead of the clock.
    case future(by: Duration)
    /// Data whose stamp is this text.
    case stamp(String)
    /// A reply without these symbols; without its first one where there are none.
    case missing([String])
    /// A reply with symbols that nobody asked for.
    case extra([CurrencyCode])
    /// Values that are no good numbers, of these symbols; of the first one where there are none.
    case number(WrongNumber, [String])
    /// The rates of another base.
    case base(CurrencyCode)
    /// Data of another class.
    case source(String)
    /// A body of so many bytes, which is good but for its length.
    case huge(bytes: Int)

    // An answer that travels badly.

    /// So long a wait before the first byte.
    case slow(Duration)
    /// Nothing ever comes.
    case hang
    /// A piece of so many bytes each `interval`.
    case drip(bytes: Int, interval: Duration)
    /// A reset after so many bytes of the body; before the header for nil.
    case reset(afterBytes: Int?)
    /// The end of the connection after so many bytes of the body.
    case cut(afterBytes: Int)
}
