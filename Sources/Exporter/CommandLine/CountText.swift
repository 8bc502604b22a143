/// Numbers of requests as people read them.
enum CountText {
    /// A number with at most two places after the point.
    static func text(_ value: Double) -> String {
        let hundredths = Int64((min(max(value, 0), 1e12) * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest != 0, whole < 100 else { return String(whole + (rest >= 50 ? 1 : 0)) }
        let digits = (rest < 10 ? "0" : "") + String(rest)
        return "\(whole)." + (digits.hasSuffix("0") ? String(digits.dropLast()) : digits)
    }
}
