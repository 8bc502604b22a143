import ExchangeRate
public import Freshness

/// The provider of rates: answers requests as exchangerate.dev does, on the clock of its caller.
///
/// It is a value: the same requests at the same times get the same answers.
public struct Provider: Sendable {
    public var settings: ProviderSettings
    /// What goes wrong.
    public var faults = FaultSchedule()

    private var limits = LimitBook()
    private let rates: ReferenceRates

    /// Makes a provider on the real fixes of the ECB.
    public init(settings: ProviderSettings = ProviderSettings()) {
        self.settings = settings
        rates = .embedded
    }

    /// Answers a request that arrives at a time.
    public mutating func answer(to request: APIRequest, at now: Timestamp) -> APIAnswer {
        guard let target = RequestTarget(request.target) else {
            return Self.failure(.invalidRequest, at: now)
        }
        guard Self.isLatest(target.path) else { return Self.failure(.notFound, at: now) }
        let met = faults.rules(for: Self.baseText(of: target).flatMap(CurrencyCode.init), at: now)
        var answer =
            met.lazy.compactMap { FaultyAnswer.answer(in: $0.fault, at: now) }.first
            ?? regularAnswer(to: request, target: target, faults: met.map(\.fault), at: now)
        for rule in met { answer.delivery.apply(rule.fault) }
        answer.faults = met.map(\.kind)
        return answer
    }

    private mutating func regularAnswer(
        to request: APIRequest, target: RequestTarget, faults: [Fault], at now: Timestamp
    ) -> APIAnswer {
        guard request.method == "GET" || request.method == "HEAD" else {
            return Self.failure(
                .methodNotAllowed, at: now, headers: [APIAnswer.Header("Allow", "GET, HEAD")])
        }
        let verdict: LimitBook.Verdict
        switch Credential(authorization: request.authorization) {
        case .absent:
            verdict = limits.count(address: request.address, settings: settings, at: now)
        case .key(let key) where settings.key == nil || settings.key == key:
            verdict = limits.count(key: key, settings: settings, at: now)
        case .key, .unusable:
            return Self.failure(.invalidAPIKey, at: now)
        }
        var headers = [
            APIAnswer.Header("X-RateLimit-Remaining", "\(verdict.remaining)"),
            APIAnswer.Header("X-RateLimit-Reset", "\(verdict.reset.wholeSeconds)"),
        ]
        if let refusal = verdict.refusal {
            if refusal.status == 429 {
                headers.append(
                    APIAnswer.Header("Retry-After", "\(Self.seconds(from: now, to: verdict.reset))")
                )
            }
            return Self.failure(refusal, at: now, headers: headers)
        }
        do {
            let question = try Question(target: target)
            let content = try RateBoard(rates: rates, settings: settings)
                .reply(to: question, faults: faults, at: now)
            return Self.success(content, faults: faults, at: now, headers: headers)
        } catch {
            return Self.failure(error, at: now, headers: headers)
        }
    }

    /// An answer with the body of a documented error.
    static func failure(
        _ code: APIErrorCode, at now: Timestamp, headers: [APIAnswer.Header] = []
    ) -> APIAnswer {
        .json(
            status: code.status,
            ErrorShape.code.body(code: code.rawValue, message: code.message), at: now,
            headers: headers)
    }

    private static func success(
        _ reply: LatestReply, faults: [Fault], at now: Timestamp, headers: [APIAnswer.Header]
    ) -> APIAnswer {
        var reply = reply
        for case .huge(let bytes) in faults {
            let padding = bytes - reply.json.utf8.count
            reply.notice += String(repeating: ".", count: max(0, padding))
        }
        return .json(status: 200, reply.json, at: now, headers: headers)
    }

    private static func isLatest(_ path: [String]) -> Bool {
        path.starts(with: ["v1", "latest"]) && path.count <= 3
    }

    /// The base as the request spells it: the path's last part, or a field of the query.
    static func baseText(of target: RequestTarget) -> String? {
        target.path.count == 3 ? target.path[2] : target.value(of: "base")
    }

    /// Whole seconds from one time to another, rounded up.
    private static func seconds(from now: Timestamp, to then: Timestamp) -> Int64 {
        let (seconds, attoseconds) = (then - now).components
        return max(0, seconds + (attoseconds > 0 ? 1 : 0))
    }
}

extension APIAnswer {
    /// An answer with a body of JSON, and the headers that all such answers bear.
    static func json(
        status: Int, _ text: String, at now: Timestamp, headers: [Header] = []
    ) -> APIAnswer {
        APIAnswer(
            status: status,
            headers: [
                Header("Date", now.httpDate),
                Header("Content-Type", "application/json; charset=utf-8"),
            ] + headers, body: Array(text.utf8))
    }
}
