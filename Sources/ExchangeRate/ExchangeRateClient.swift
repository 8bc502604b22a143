import FoundationEssentials
public import HTTP

/// Asks the API for the newest rates.
///
/// One call is one request; it is not repeated here, because when to ask again depends on the
/// error: see `ExchangeRateError`.
public struct ExchangeRateClient: Sendable {
    /// The provider's own address.
    public static let standardBaseURL = "https://api.exchangerate.dev"
    /// The longest that a request takes by the provider's advice.
    public static let standardTimeout = Duration.seconds(10)
    /// The most of a body that is read: hundreds of symbols take some 20 KB.
    public static let bodyLimit = 1 << 20

    private let endpoint: Endpoint
    private let credentials: Credentials
    private let timeout: Duration
    private let certificateAuthorityFile: String?
    private let userAgent: String
    private let redaction: Redaction
    private let transport: any HTTPTransport

    /// Makes a client; throws `bad_request` where the URL cannot be one of the API.
    ///
    /// - Parameters:
    ///   - baseURL: an absolute URL; calls are put after its path. Plain `http` is refused with a
    ///     key, but for this machine itself; a password is for exporters of one's own network.
    ///   - credentials: what is sent with every request.
    ///   - timeout: the longest that a whole request takes.
    ///   - certificateAuthorityFile: a PEM file to trust instead of the system's store.
    ///   - userAgent: how the program names itself to the API.
    ///   - transport: what carries the requests.
    public init(
        baseURL: String = standardBaseURL, credentials: Credentials = .none,
        timeout: Duration = standardTimeout, certificateAuthorityFile: String? = nil,
        userAgent: String = "exchangerate-swift", transport: any HTTPTransport
    ) throws(ExchangeRateError) {
        endpoint = try Endpoint(baseURL, hasKey: credentials.isKey)
        self.credentials = credentials
        self.timeout = timeout
        self.certificateAuthorityFile = certificateAuthorityFile
        self.userAgent = userAgent
        redaction = Redaction(credentials.secrets)
        self.transport = transport
    }

    /// Fetches the newest rates of a base in one request.
    ///
    /// Returns where at least one rate is a positive number with a readable time. The base itself
    /// is no symbol: it is neither asked for nor returned.
    ///
    /// - Parameters:
    ///   - base: the currency of which one unit is priced.
    ///   - symbols: what it is priced in, sent in this order; none stand for all that there are.
    public func latest(
        base: CurrencyCode, symbols: [CurrencyCode] = []
    ) async throws(ExchangeRateError) -> Latest {
        var requested: [CurrencyCode] = []
        for symbol in symbols where symbol != base && !requested.contains(symbol) {
            requested.append(symbol)
        }
        guard symbols.isEmpty || !requested.isEmpty else {
            throw ExchangeRateError(
                reason: .badRequest, message: "no symbol but the base itself is asked for")
        }
        let url = try endpoint.latest(base: base, symbols: requested)
        let response = try await send(url)
        let context = context(of: response)
        try Self.checkForError(response, context: context)
        return try Self.decode(response.body, context: context)
            .latest(base: base, requested: requested, context: context)
    }

    private func send(_ url: String) async throws(ExchangeRateError) -> HTTPResponse {
        var headers = HTTPHeaders([
            .init(name: "Accept", value: "application/json"),
            .init(name: "User-Agent", value: userAgent),
        ])
        if let authorization = credentials.authorization {
            headers.add(name: "Authorization", value: authorization)
        }
        do throws(TransportError) {
            return try await transport.send(
                HTTPRequest(
                    url: url, headers: headers, timeout: timeout, bodyLimit: Self.bodyLimit,
                    leavesOnce: true, certificateAuthorityFile: certificateAuthorityFile))
        } catch {
            // The status says more than how its body broke off.
            let reason = error.head.flatMap { FailureReason(status: $0.status) }
            throw context(of: error.head).error(
                reason ?? FailureReason(error.kind), detail: error.detail)
        }
    }

    private func context(of head: HTTPResponse?) -> AnswerContext {
        AnswerContext(head, redaction: redaction, isKeyless: credentials.isNone)
    }

    /// Looks at the status first: a known code in the body counts before it, all else after it.
    private static func checkForError(
        _ response: HTTPResponse, context: AnswerContext
    ) throws(ExchangeRateError) {
        let statusReason = FailureReason(status: response.status)
        guard !response.isBodyTruncated else {
            throw context.error(
                statusReason ?? .tooLarge, detail: "the body is over \(bodyLimit / 1024) KiB")
        }
        let reply = errorReply(in: response.body)
        let codeReason = reply?.code.flatMap(FailureReason.init(code:))
        if let statusReason {
            throw context.error(
                codeReason ?? statusReason, code: reply?.code, detail: reply?.message)
        }
        if let reply, reply.isError {
            throw context.error(codeReason ?? .apiError, code: reply.code, detail: reply.message)
        }
    }

    private static func errorReply(in body: [UInt8]) -> ErrorReply? {
        guard (try? DocumentCheck.check(body)) != nil else { return nil }
        return try? JSONDecoder().decode(ErrorReply.self, from: Data(body))
    }

    private static func decode(
        _ body: [UInt8], context: AnswerContext
    ) throws(ExchangeRateError) -> LatestReply {
        do throws(DocumentCheck.Refusal) {
            try DocumentCheck.check(body)
        } catch {
            throw context.error(.decode, detail: error.explanation)
        }
        guard let reply = try? JSONDecoder().decode(LatestReply.self, from: Data(body)) else {
            throw context.error(.decode, detail: "it is no JSON, or has no object of rates")
        }
        return reply
    }
}
