import CReferenceRates
public import ExchangeRate
public import Freshness

/// The ECB's reference rates by TARGET day, which go on after the last day of the data.
///
/// Past the end the last fixes are re-dated onto the newest TARGET days: from the last one
/// backwards and forwards again, so that no value ever jumps, and the fix of a day stays the same
/// whenever it is asked for.
public struct ReferenceRates: Sendable {
    /// The currencies of the data, without the euro, in its order.
    public let currencies: [CurrencyCode]
    /// The TARGET days of the data, oldest first.
    public let days: [CivilDate]

    /// The real fixes that are compiled in: 2025-01-02 to 2026-10-30.
    public static let embedded: ReferenceRates = {
        let bytes = UnsafeBufferPointer(
            start: exchangerate_reference_rates_start(), count: exchangerate_reference_rates_count)
        switch Result(catching: { () throws(ReferenceRatesError) in try ReferenceRates(csv: bytes) }
        )
        {
        case .success(let rates): return rates
        case .failure(let error): preconditionFailure("\(error)")
        }
    }()

    /// How many of the last fixes are re-dated: about a quarter.
    static let redatedCount = 60

    /// By day and currency; nil is a currency without a fix.
    private let fixes: [[UnitsPerEuro?]]
    private let columns: [CurrencyCode: Int]

    /// Reads the ECB's table: a header of `date` and codes, and a line a day, oldest first.
    init(csv: some Collection<UInt8>) throws(ReferenceRatesError) {
        var lines = csv.split(separator: UInt8(ascii: "\n"))[...]
        guard let header = lines.popFirst() else { throw ReferenceRatesError(line: 1) }
        var currencies: [CurrencyCode] = []
        for cell in Self.cells(of: header).dropFirst() {
            guard let currency = CurrencyCode(String(decoding: cell, as: UTF8.self)) else {
                throw ReferenceRatesError(line: 1)
            }
            currencies.append(currency)
        }
        var days: [CivilDate] = []
        var fixes: [[UnitsPerEuro?]] = []
        for (index, line) in lines.enumerated() {
            let lineNumber = index + 2
            let cells = Self.cells(of: line)
            guard cells.count == currencies.count + 1,
                let day = CivilDate(iso8601: String(decoding: cells[0], as: UTF8.self)),
                TargetCalendar.isOpen(on: day),
                days.last.map({ TargetCalendar.day(after: $0) == day }) ?? true
            else { throw ReferenceRatesError(line: lineNumber) }
            var row: [UnitsPerEuro?] = []
            for cell in cells.dropFirst() {
                let value = UnitsPerEuro(cell)
                guard value != nil || cell.isEmpty else {
                    throw ReferenceRatesError(line: lineNumber)
                }
                row.append(value)
            }
            days.append(day)
            fixes.append(row)
        }
        guard !days.isEmpty else { throw ReferenceRatesError(line: 2) }
        self.currencies = currencies
        self.days = days
        self.fixes = fixes
        columns = Dictionary(
            currencies.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The line of the data that holds the fix of a TARGET day; nil for days before the data.
    func row(on day: CivilDate) -> Int? {
        guard let first = days.first, let last = days.last, day >= first else { return nil }
        if day <= last {
            var low = 0
            var high = days.count - 1
            while low < high {
                let middle = (low + high + 1) / 2
                if days[middle] <= day { low = middle } else { high = middle - 1 }
            }
            return low
        }
        let back = TargetCalendar.count(after: last, through: day) % (2 * Self.redatedCount)
        let distance = back <= Self.redatedCount ? back : 2 * Self.redatedCount - back
        return max(0, days.count - 1 - distance)
    }

    /// The fix of a currency in a line of the data; nil where it has none.
    func value(of currency: CurrencyCode, inRow row: Int) -> UnitsPerEuro? {
        if currency == .euro { return .one }
        guard let column = columns[currency] else { return nil }
        return fixes[row][column]
    }

    private static func cells<Line: Collection<UInt8>>(of line: Line) -> [Line.SubSequence] {
        line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
}

/// A line of the table of reference rates that cannot be read.
struct ReferenceRatesError: Error, CustomStringConvertible {
    /// From 1.
    let line: Int

    var description: String { "the reference rates cannot be read at line \(line)" }
}
