import Domain
import ExchangeRate
import FoundationEssentials
import Freshness

/// The newest readings of a base as JSON, in the shape of the API's own reply.
///
/// What each rate is comes with it, symbol by symbol, so that nothing looks younger than it is and an
/// exporter that reads this judges as the one that sent it.
struct LatestDocument: Encodable {
    private enum CodingKeys: String, CodingKey {
        case result
        case base
        case source
        case marketSession = "market_session"
        case timestamp
        case dataUpdatedAt = "data_updated_at"
        case sources
        case effectiveAt = "effective_at"
        case rates
        case isStale = "stale"
        case staleSymbols = "stale_symbols"
        case pollInterval = "poll_interval"
        case notice
    }

    let result = "success"
    let base: String
    /// The freshness class of the newest reply.
    let source: String
    /// The session that the newest reply named; absent where it named none.
    let marketSession: String?
    /// When the document was made; absent from what its tag stands for.
    var timestamp: String?
    /// When the newest of these rates was observed, as the provider spells it.
    let dataUpdatedAt: String
    let sources: [String: String]
    /// When each was observed, as the provider spells it.
    let effectiveAt: [String: String]
    let rates: [String: Decimal]
    /// Whether the data is stale as a whole, by the condition of the alert `ExchangeRateStale`.
    let isStale: Bool
    /// Those of the rates that are past their due time.
    let staleSymbols: [String]
    /// Seconds, summed along a chain: how much later than here data becomes stale for who reads it.
    let pollInterval: Double
    let notice = "Indicative rates, not for settlement."

    /// Makes the document of some symbols of a base; nil where none of them has a value.
    init?(_ snapshot: BaseSnapshot, symbols: [SymbolSnapshot], at instant: MonotonicInstant) {
        var part = snapshot
        part.symbols = symbols
        let known = symbols.compactMap { symbol in
            symbol.observation.map { (symbol: symbol, observation: $0) }
        }
        guard let newest = known.map(\.observation).max(by: { $0.observedAt < $1.observedAt })
        else { return nil }
        base = snapshot.base.text
        source = snapshot.context?.source ?? newest.source
        // The newest reply may have named none, though an older one did.
        marketSession =
            snapshot.context.map(\.marketSession) ?? newest.marketSession
        dataUpdatedAt = newest.stamp
        sources = Self.table(known) { $0.source }
        effectiveAt = Self.table(known) { $0.stamp }
        rates = Self.table(known) { Decimal(string: $0.rateText) }
        isStale = part.isStale(at: instant)
        staleSymbols = known.filter { $0.symbol.isStale(at: instant) }.map(\.symbol.symbol.text)
        let upstream = known.map(\.observation.upstreamInterval).max() ?? .zero
        pollInterval = (snapshot.ownInterval + upstream).inSeconds
    }

    private static func table<Value>(
        _ known: [(symbol: SymbolSnapshot, observation: SymbolSnapshot.Observation)],
        _ value: (SymbolSnapshot.Observation) -> Value?
    ) -> [String: Value] {
        let pairs = known.compactMap { symbol, observation in
            value(observation).map { (symbol.symbol.text, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
