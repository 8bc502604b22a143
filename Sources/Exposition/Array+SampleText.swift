import Freshness

extension [UInt8] {
    /// Appends a label's value: cut, and escaped as the text format asks.
    ///
    /// Backslash, double quote and line feed are written `\\`, `\"` and `\n`:
    /// https://prometheus.io/docs/instrumenting/exposition_formats/
    mutating func appendLabelValue(_ value: String) {
        let text = LabelText.cut(value)
        let start = count
        append(contentsOf: text.utf8)
        guard self[start...].contains(where: Self.isEscapedInLabel) else { return }
        removeSubrange(start...)
        for byte in text.utf8 {
            guard Self.isEscapedInLabel(byte) else {
                append(byte)
                continue
            }
            append(UInt8(ascii: "\\"))
            append(byte == UInt8(ascii: "\n") ? UInt8(ascii: "n") : byte)
        }
    }

    private static func isEscapedInLabel(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
    }

    /// Appends a whole number.
    mutating func appendInteger(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDigits(value.magnitude)
    }

    /// Appends the decimal digits of a number.
    mutating func appendDigits(_ value: UInt64) {
        // The largest number has 20 digits.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        var rest = value
        repeat {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        for index in first..<digits.count { append(digits[index]) }
    }

    /// Appends the seconds since the epoch, exactly.
    mutating func appendSeconds(_ timestamp: Timestamp) {
        let nanoseconds = timestamp.nanosecondsSinceEpoch
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(
            dividingBy: 1_000_000_000)
        appendDigits(seconds)
        appendFraction(fraction, digits: 9)
    }

    /// Appends a duration in seconds, exactly.
    mutating func appendSeconds(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        if duration < .zero { append(UInt8(ascii: "-")) }
        appendDigits(seconds.magnitude)
        appendFraction(attoseconds.magnitude, digits: 18)
    }

    /// Appends a point and the digits of a fraction, without the zeros at its end.
    private mutating func appendFraction(_ fraction: UInt64, digits: Int) {
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        var rest = fraction
        var length = digits
        while rest % 10 == 0 {
            rest /= 10
            length -= 1
        }
        let start = count
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: length))
        var index = start + length
        while rest > 0 {
            index -= 1
            self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
