public import ExchangeRate

extension CurrencyCode: ExpressibleByStringLiteral {
    /// A code that a test spells out.
    public init(stringLiteral text: String) {
        guard let code = CurrencyCode(text) else { preconditionFailure("no code: \(text)") }
        self = code
    }
}
