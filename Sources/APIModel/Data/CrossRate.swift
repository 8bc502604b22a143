/// How many units of one currency another buys, rounded to five significant digits.
///
/// It is computed in integers, so that what is printed never went through a binary fraction.
struct CrossRate: Sendable, Hashable {
    /// 10,000 to 99,999.
    let significand: Int64
    /// The power of ten that the significand is multiplied with.
    let exponent: Int

    /// Divides two values, and rounds halves up.
    init(of quote: UnitsPerEuro, for base: UnitsPerEuro) {
        var numerator = UInt128(quote.billionths.magnitude)
        var denominator = UInt128(base.billionths.magnitude)
        var exponent = 0
        while numerator < denominator * 10_000 {
            numerator *= 10
            exponent -= 1
        }
        while numerator >= denominator * 100_000 {
            denominator *= 10
            exponent += 1
        }
        var significand = (numerator * 2 + denominator) / (denominator * 2)
        if significand == 100_000 {
            significand = 10_000
            exponent += 1
        }
        self.significand = Int64(significand)
        self.exponent = exponent
    }

    /// The rate as a JSON number without an exponent, with its trailing zeros: `0.92450`.
    var text: String {
        let digits = String(significand)
        if exponent >= 0 { return digits + String(repeating: "0", count: exponent) }
        let pointFromRight = -exponent
        guard pointFromRight < digits.count else {
            return "0." + String(repeating: "0", count: pointFromRight - digits.count) + digits
        }
        let point = digits.index(digits.endIndex, offsetBy: -pointFromRight)
        return "\(digits[..<point]).\(digits[point...])"
    }
}
