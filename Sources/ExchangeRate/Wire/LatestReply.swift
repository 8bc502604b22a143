import FoundationEssentials

/// The body of a good answer, as it stands on the wire.
///
/// Nothing but `rates` must be there or have its type: what is missing or strange is judged where
/// it is used.
struct LatestReply: Decodable {
    private enum CodingKeys: String, CodingKey {
        case base
        case source
        case sources
        case marketSession = "market_session"
        case timestamp
        case dataUpdatedAt = "data_updated_at"
        case effectiveAt = "effective_at"
        case rates
        case notice
        case pollInterval = "poll_interval"
    }

    var base: String?
    var source: String?
    var sources: [String: String]
    var marketSession: String?
    var timestamp: StampValue?
    var dataUpdatedAt: StampValue?
    var effectiveAt: [String: StampValue]
    var rates: [String: RateValue]
    var notice: String?
    /// Seconds.
    var pollInterval: Decimal?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        base = try? container.decode(String.self, forKey: .base)
        source = try? container.decode(String.self, forKey: .source)
        sources = Self.table(.sources, in: container)
        marketSession = try? container.decode(String.self, forKey: .marketSession)
        timestamp = try container.decodeIfPresent(StampValue.self, forKey: .timestamp)
        dataUpdatedAt = try container.decodeIfPresent(StampValue.self, forKey: .dataUpdatedAt)
        // A null is no time of the symbol's own.
        let times: [String: StampValue?] = Self.table(.effectiveAt, in: container)
        effectiveAt = times.compactMapValues { $0 }
        rates = try container.decode(SymbolTable<RateValue>.self, forKey: .rates).values
        notice = try? container.decode(String.self, forKey: .notice)
        let interval = try? container.decode(RateValue.self, forKey: .pollInterval)
        if case .number(let seconds)? = interval { pollInterval = seconds }
    }

    /// A table that need not be there.
    private static func table<Value: Decodable>(
        _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
    ) -> [String: Value] {
        (try? container.decode(SymbolTable<Value>.self, forKey: key).values) ?? [:]
    }
}
