/// An exact decimal: how many units of a currency one euro buys, in billionths of a unit.
///
/// Nine digits after the point hold every fix of the ECB, and a live value between two fixes.
struct UnitsPerEuro: Sendable, Hashable {
    /// The euro itself.
    static let one = UnitsPerEuro(billionths: 1_000_000_000)

    let billionths: Int64

    init(billionths: Int64) {
        self.billionths = billionths
    }

    /// Reads digits with at most one point and nine digits after it; nil for anything else, zero
    /// among it.
    init?(_ text: some Collection<UInt8>) {
        var value: Int64 = 0
        var fractionDigits: Int?
        for byte in text {
            if byte == UInt8(ascii: "."), fractionDigits == nil {
                fractionDigits = 0
                continue
            }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(
                Int64(byte - UInt8(ascii: "0")))
            guard !overflows, !sumOverflows else { return nil }
            value = sum
            if let digits = fractionDigits { fractionDigits = digits + 1 }
        }
        let digits = fractionDigits ?? 0
        guard digits <= 9 else { return nil }
        for _ in digits..<9 {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            value = product
        }
        guard value > 0 else { return nil }
        billionths = value
    }

    /// The value changed by so many parts in a million.
    func shifted(byMillionths shift: Int64) -> UnitsPerEuro {
        scaled(by: 1_000_000 + shift, over: 1_000_000)
    }

    /// The value on the straight line from this one to another, `part` of `whole` along it.
    func moved(towards other: UnitsPerEuro, part: Int64, of whole: Int64) -> UnitsPerEuro {
        let sum =
            Int128(billionths) * Int128(whole - part) + Int128(other.billionths) * Int128(part)
        return UnitsPerEuro(billionths: Int64(clamping: sum / Int128(whole)))
    }

    private func scaled(by numerator: Int64, over denominator: Int64) -> UnitsPerEuro {
        let product = Int128(billionths) * Int128(numerator) / Int128(denominator)
        return UnitsPerEuro(billionths: Int64(clamping: product))
    }
}
