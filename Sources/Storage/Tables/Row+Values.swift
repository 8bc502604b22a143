import Domain
import ExchangeRate
import FoundationEssentials
import Freshness

extension Row {
    /// Nil also where the column is beyond any count, so that what is counted on cannot overflow.
    func count(_ column: Int32) -> Int? {
        integer(column).flatMap { UInt32(exactly: $0) }.map(Int.init)
    }

    func bool(_ column: Int32) -> Bool? {
        switch integer(column) {
        case 0: false
        case 1: true
        case .some, nil: nil
        }
    }

    func timestamp(_ column: Int32) -> Timestamp? {
        integer(column).map { Timestamp(nanosecondsSinceEpoch: $0) }
    }

    func duration(_ column: Int32) -> Duration? {
        integer(column).map { .nanoseconds($0) }
    }

    func currencyCode(_ column: Int32) -> CurrencyCode? {
        text(column).flatMap { CurrencyCode($0) }
    }

    func decimal(_ column: Int32) -> Decimal? {
        guard let text = text(column), let value = Decimal(string: text) else { return nil }
        // The parser stops at the first letter that it does not know; what was written is what
        // `description` gives.
        return value.description == text ? value : nil
    }
}

extension SQLValue {
    init(_ time: Timestamp?) {
        self.init(time?.nanosecondsSinceEpoch)
    }

    init(_ duration: Duration?) {
        self.init(duration?.clampedNanoseconds)
    }
}
