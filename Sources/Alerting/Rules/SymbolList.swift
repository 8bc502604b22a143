/// Symbols in a text: the first ones by name, the rest by number.
enum SymbolList {
    /// How many are named.
    static let longest = 12

    /// "EUR, GBP and 3 more".
    static func text(_ symbols: [String]) -> String {
        let named = symbols.prefix(longest).joined(separator: ", ")
        return symbols.count > longest ? "\(named) and \(symbols.count - longest) more" : named
    }

    /// "Overdue: EUR, GBP."; empty where there are none.
    static func sentence(_ title: String, _ symbols: [String]) -> String {
        symbols.isEmpty ? "" : "\(title): \(text(symbols))."
    }
}
