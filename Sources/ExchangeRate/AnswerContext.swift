import Freshness
import HTTP

/// What the head of an answer says beside its status, and how its texts are cleaned.
struct AnswerContext {
    /// The longest message in characters: a log line stays a line.
    static let messageLimit = 200
    /// The longest value that becomes a label.
    static let labelLimit = 64
    /// The longest notice; the known one has 37 characters.
    static let noticeLimit = 500

    var status: Int?
    var limits: RateLimits
    var retryAfter: RetryAfter?
    var serverTime: Timestamp?
    var redaction: Redaction
    var isKeyless: Bool

    /// Reads the head of an answer; nil stands for an answer that never came.
    init(_ head: HTTPResponse?, redaction: Redaction, isKeyless: Bool) {
        let headers = head?.headers ?? HTTPHeaders()
        status = head?.status
        limits = RateLimits(headers)
        retryAfter = RetryAfter(headerValues: headers.values(of: "Retry-After"))
        serverTime = Self.serverTime(headers)
        self.redaction = redaction
        self.isKeyless = isKeyless
    }

    /// The time of the `Date` header, and what a cache has held the answer for since (RFC 9111, 5.1).
    private static func serverTime(_ headers: HTTPHeaders) -> Timestamp? {
        guard let date = headers["Date"].flatMap({ Timestamp(httpDate: $0) }) else { return nil }
        // A cache tells an age that it cannot count as 2^31 (RFC 9111, 1.2.2).
        guard let age = headers["Age"].flatMap({ Int32($0) }), age > 0 else { return date }
        return date + .seconds(Int(age))
    }

    /// Makes an error of this answer.
    ///
    /// - Parameters:
    ///   - code: the API's own error code, as sent.
    ///   - detail: what else is known, from whatever source; it is cleaned here.
    func error(
        _ reason: FailureReason, code: String? = nil, detail: String? = nil,
        rejected: [String: RateRejection] = [:]
    ) -> ExchangeRateError {
        let hasKnownCode = code.flatMap(FailureReason.init(code:)) != nil
        var parts = [reason.explanation(isKeyless: isKeyless, hasKnownCode: hasKnownCode)]
        if let status, status != 200 { parts[0] += " (status \(status))" }
        let code = code.map { code in
            // A code of the table decides what follows: no likeness to a secret may hide it.
            hasKnownCode ? code : redaction.message(code, limit: Self.labelLimit)
        }
        let detail = detail.map { redaction.message($0, limit: Self.messageLimit) }
        parts += [code, detail].compactMap { $0 }.filter { !$0.isEmpty }
        return ExchangeRateError(
            reason: reason, status: status, code: code,
            message: parts.joined(separator: ": "), retryAfter: retryAfter, limits: limits,
            serverTime: serverTime, rejected: rejected)
    }
}
