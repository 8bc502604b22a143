/// What an incident can be; the raw value is its name, as it is typed.
public enum IncidentKind: String, Sendable, Hashable, CaseIterable {
    /// The API answers with data that stands still.
    case freeze
    /// No connection to the API comes about.
    case down
    /// Answers take long.
    case slow
    /// Answers are 429 `rate_limited`.
    case limit
    /// Answers are 403 `quota_exceeded`.
    case quota
    /// Answers are 401 `invalid_api_key`.
    case key
    /// The API answers with data of some time before.
    case older
    /// Answers lack a symbol.
    case missingSymbol = "missing symbol"
    /// A symbol has no number.
    case badNumbers = "bad numbers"
    /// A receiver of notifications cannot be reached.
    case receiverDown = "receiver down"

    /// The way to type it.
    public var form: String {
        "\(rawValue) START DURATION"
            + parameters.map { parameter in
                isNeeded(parameter) ? " \(parameter.example)" : " [\(parameter.example)]"
            }.joined()
    }

    /// The parameters that it takes; a word without a name is the first of them.
    var parameters: [IncidentParameter] {
        switch self {
        case .freeze, .down: [.base]
        case .slow: [.delay, .base]
        case .limit: [.retryAfter]
        case .quota, .key: []
        case .older: [.by, .base]
        case .missingSymbol, .badNumbers: [.symbol, .base]
        case .receiverDown: [.receiver]
        }
    }

    /// Whether it means nothing without a parameter.
    func isNeeded(_ parameter: IncidentParameter) -> Bool {
        switch parameter {
        case .delay, .by, .symbol, .receiver: true
        case .base, .retryAfter: false
        }
    }

    /// What it does, for the API's answers as a whole or one of their parts.
    var effect: Effect {
        switch self {
        case .freeze, .down, .slow, .older: .ageing
        case .limit, .quota: .limiting
        case .key: .rejecting
        case .missingSymbol, .badNumbers: .ageingOneSymbol
        case .receiverDown: .silencing
        }
    }

    /// How an incident comes to be noticed.
    enum Effect: Sendable {
        /// No newer data comes.
        case ageing
        /// No newer data of one symbol comes.
        case ageingOneSymbol
        /// The account is told that it asks too much, and no newer data comes.
        case limiting
        /// The account's key is rejected, and no newer data comes.
        case rejecting
        /// Nobody is told.
        case silencing
    }
}

/// What an incident may need to be told beside its start and its duration.
enum IncidentParameter: String, Sendable, Hashable, CaseIterable {
    case base
    case symbol
    case receiver
    case delay
    case by
    case retryAfter = "retry_after"

    /// As it is typed.
    var example: String {
        switch self {
        case .base: "base=USD"
        case .symbol: "symbol=EUR"
        case .receiver: "receiver=NAME"
        case .delay: "delay=30s"
        case .by: "by=2d"
        case .retryAfter: "retry_after=10m"
        }
    }
}
