import ExchangeRate
import Serving

/// What a request for the newest readings asks for, in either of the API's spellings.
///
/// `/v1/latest/USD?symbols=EUR,GBP` and `/v1/latest?base=USD&symbols=EUR,GBP`. Codes are taken in
/// upper case alone, as the API takes them: what works here works there.
struct LatestQuestion: Hashable {
    static let path = "/v1/latest"

    let base: CurrencyCode
    /// Nil for all.
    let symbols: Set<CurrencyCode>?

    /// Reads a request whose path begins with that of the API's call.
    init(_ request: Request) throws(LatestRefusal) {
        let parts = request.path.dropFirst(Self.path.count).split(separator: "/")
        guard parts.count <= 1 else { throw .notFound }
        let items = request.queryItems
        for name in ["base", "symbols"] where items.count(where: { $0.name == name }) > 1 {
            throw .repeated(name)
        }
        let text = parts.first.map(String.init) ?? items.first { $0.name == "base" }?.value
        guard let text, !text.isEmpty else { throw .missingBase }
        guard let base = Self.code(text) else { throw .malformedBase }
        self.base = base
        guard let list = items.first(where: { $0.name == "symbols" })?.value, !list.isEmpty else {
            symbols = nil
            return
        }
        var symbols: Set<CurrencyCode> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let code = Self.code(String(word)) else { throw .malformedSymbols }
            symbols.insert(code)
        }
        self.symbols = symbols
    }

    private static func code(_ text: String) -> CurrencyCode? {
        CurrencyCode(text).flatMap { $0.text == text ? $0 : nil }
    }
}
