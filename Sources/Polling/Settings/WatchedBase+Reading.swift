public import ConfigTree
public import Domain
import ExchangeRate

extension WatchedBase {
    /// What is polled where the file names no bases: USD with EUR, GBP and JPY.
    public static func standard(interval: Duration) -> [WatchedBase] {
        guard let base = CurrencyCode("USD") else { return [] }
        let symbols = ["EUR", "GBP", "JPY"].compactMap { CurrencyCode($0) }
        return [WatchedBase(base: base, symbols: symbols, interval: interval)]
    }

    /// Reads the list `rates` of a file's root.
    public static func bases(reading root: MapReader, poll: PollSettings) -> [WatchedBase] {
        guard let value = root.value("rates") else { return standard(interval: poll.interval) }
        guard let items = value.list(of: "bases, each with base and symbols", plain: true) else {
            return []
        }
        if items.isEmpty {
            value.reject("found an empty list; allowed is a list of at least one base")
        }
        var seen: Set<CurrencyCode> = []
        return items.compactMap { item in
            guard let reader = item.map() else { return nil }
            defer { reader.finish() }
            let base = base(reading: reader)
            if let base, !seen.insert(base).inserted {
                reader.reject("base", "\(base) is given twice; put its symbols into one list")
            }
            let symbols = symbols(reading: reader, base: base)
            let interval = reader.duration(
                "interval", in: poll.intervalBounds, default: poll.interval)
            return base.map { WatchedBase(base: $0, symbols: symbols, interval: interval) }
        }
    }

    private static let codeForm = "a currency of three letters, such as EUR"

    private static func base(reading reader: MapReader) -> CurrencyCode? {
        guard reader.has("base") else {
            _ = reader.value("base")
            reader.reject("base", "missing; needed is \(codeForm)")
            return nil
        }
        return reader.value("base").flatMap(code)
    }

    private static func symbols(reading reader: MapReader, base: CurrencyCode?) -> [CurrencyCode] {
        guard let value = reader.value("symbols"),
            let items = value.list(of: "currencies, such as [EUR, GBP]", plain: true)
        else { return [] }
        var symbols: [CurrencyCode] = []
        for item in items {
            guard let symbol = code(item) else { continue }
            if symbols.contains(symbol) {
                item.reject("\(symbol) is given twice; remove one")
            } else {
                symbols.append(symbol)
            }
        }
        // Without the base nothing would be left, and an empty list asks for everything.
        if let base, symbols == [base], items.count == 1 {
            value.reject("found only the base itself; name other currencies, or none for all")
        }
        return symbols
    }

    private static func code(_ value: ValueReader) -> CurrencyCode? {
        guard let text = value.text(allowed: codeForm) else { return nil }
        guard let code = CurrencyCode(text) else {
            value.reject("found \(value.found); allowed is \(codeForm)")
            return nil
        }
        return code
    }
}
