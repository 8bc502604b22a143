import ExchangeRate
import Freshness

extension Fault {
    /// What the fault takes, as the control path spells it; reading it again makes the same fault.
    public var parameters: [(name: FaultParameter, value: String)] {
        switch self {
        case .limit(let retryAfter): retryAfter.map { [(.retryAfter, $0)] } ?? []
        case .error(let status, let code, let shape):
            [(.status, "\(status)"), (.code, code), (.shape, shape.rawValue)]
        case .page(let bytes), .garbage(let bytes), .gzipBomb(let bytes), .huge(let bytes),
            .cut(let bytes):
            [(.bytes, "\(bytes)")]
        case .redirect(let location): [(.location, location)]
        case .empty, .emptyObject, .hang: []
        case .frozen(let time): [(.at, time.iso8601)]
        case .older(let distance), .future(let distance):
            [(.by, DurationText.text(distance))]
        case .stamp(let text): [(.text, text)]
        case .missing(let symbols): Self.list(symbols)
        case .extra(let symbols): Self.list(symbols.map(\.text))
        case .number(let value, let symbols): [(.value, value.rawValue)] + Self.list(symbols)
        case .base(let base): [(.to, base.text)]
        case .source(let name): [(.to, name)]
        case .slow(let delay): [(.delay, DurationText.text(delay))]
        case .drip(let bytes, let interval):
            [(.bytes, "\(bytes)"), (.interval, DurationText.text(interval))]
        case .reset(let bytes): bytes.map { [(.bytes, "\($0)")] } ?? []
        }
    }

    private static func list(_ symbols: [String]) -> [(name: FaultParameter, value: String)] {
        symbols.isEmpty ? [] : [(.symbols, symbols.joined(separator: ","))]
    }
}
