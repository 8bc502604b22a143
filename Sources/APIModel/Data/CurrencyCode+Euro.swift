import ExchangeRate

extension CurrencyCode {
    /// What all reference rates are quoted against.
    static let euro: CurrencyCode = {
        guard let code = CurrencyCode("EUR") else {
            preconditionFailure("three letters make a code")
        }
        return code
    }()
}
