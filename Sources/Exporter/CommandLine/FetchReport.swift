import ExchangeRate
import FoundationEssentials
import Freshness

/// The rates of one reply as `fetch` prints them.
struct FetchReport {
    let latest: Latest
    /// The wall clock when the reply came; ages count from it.
    let now: Timestamp

    /// A line a symbol, the columns aligned.
    var table: String {
        var rows = [["SYMBOL", "RATE", "SOURCE", "SESSION", "OBSERVED", "AGE"]]
        rows += symbols.map { symbol in
            [
                TerminalText.cell(symbol.name), symbol.rate.description,
                TerminalText.cell(symbol.source), TerminalText.cell(latest.marketSession ?? ""),
                TerminalText.cell(symbol.observed), symbol.age.map(DurationText.text) ?? "-",
            ]
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return String(cells.joined(separator: "  ").trimmedAtEnd)
        }
        for (symbol, reason) in latest.rejected.sorted(by: { $0.key < $1.key }) {
            lines.append("\(TerminalText.cell(symbol)): not taken, \(reason.rawValue)")
        }
        lines.append("1 \(latest.base). Indicative rates, not for settlement.")
        return lines.joined(separator: "\n") + "\n"
    }

    /// One JSON object; keys sorted, rates as exact numbers.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            base: latest.base.text, marketSession: latest.marketSession,
            notice: "Indicative rates, not for settlement.",
            rates: Dictionary(
                uniqueKeysWithValues: symbols.map { symbol in
                    (
                        symbol.name,
                        Document.Rate(
                            rate: symbol.rate, source: symbol.source,
                            observed: symbol.observed, ageSeconds: symbol.age?.inSeconds)
                    )
                }), rejected: latest.rejected.mapValues(\.rawValue))
        // Nothing in the document can fail to encode; an empty object says so if it does.
        guard let data = try? encoder.encode(document) else { return "{}\n" }
        return TerminalText.json(String(decoding: data, as: UTF8.self)) + "\n"
    }

    private struct Symbol {
        let name: String
        let rate: Decimal
        let source: String
        /// The provider's own string.
        let observed: String
        /// Nil where the time cannot be read.
        let age: Duration?
    }

    private struct Document: Encodable {
        struct Rate: Encodable {
            let rate: Decimal
            let source: String
            let observed: String
            let ageSeconds: Double?

            enum CodingKeys: String, CodingKey {
                case rate, source
                case observed = "observed_at"
                case ageSeconds = "age_seconds"
            }
        }

        let base: String
        let marketSession: String?
        let notice: String
        let rates: [String: Rate]
        let rejected: [String: String]

        enum CodingKeys: String, CodingKey {
            case base, notice, rates, rejected
            case marketSession = "market_session"
        }
    }

    private var symbols: [Symbol] {
        latest.rates.sorted { $0.key < $1.key }.map { name, rate in
            let observedAt = latest.effectiveTimes[name] ?? latest.observedAt
            return Symbol(
                name: name, rate: rate, source: latest.source(of: name),
                observed: latest.effectiveAt[name] ?? latest.dataUpdatedAt,
                age: observedAt.map { max(.zero, now - $0) })
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: Substring {
        self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
    }
}
