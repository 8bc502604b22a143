import ExchangeRate

/// What a request asks for: a base and, where it names some, symbols.
struct Question: Sendable {
    let base: CurrencyCode
    /// As asked, without repetitions; nil for all.
    let symbols: [CurrencyCode]?

    /// Reads a target of either spelling: `/v1/latest/USD?symbols=EUR`, `/v1/latest?base=USD`.
    init(target: RequestTarget) throws(APIErrorCode) {
        guard let base = Provider.baseText(of: target), !base.isEmpty else {
            throw .missingParameter
        }
        self.base = try Self.code(base)
        guard let list = target.value(of: "symbols"), !list.isEmpty else {
            symbols = nil
            return
        }
        var symbols: [CurrencyCode] = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            let code = try Self.code(String(word))
            if !symbols.contains(code) { symbols.append(code) }
        }
        self.symbols = symbols
    }

    /// Codes are sent in upper case: others are refused, so that a sloppy client is found out.
    private static func code(_ text: String) throws(APIErrorCode) -> CurrencyCode {
        guard let code = CurrencyCode(text), code.text == text else { throw .invalidRequest }
        return code
    }
}

extension APIErrorCode: Error {}
