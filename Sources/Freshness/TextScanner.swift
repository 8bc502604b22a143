/// Reads a short ASCII text from left to right; each step says whether it found what it wanted.
struct TextScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Takes one byte if it is among these.
    mutating func take(_ wanted: Unicode.Scalar...) -> Bool {
        guard position < bytes.count, wanted.contains(Unicode.Scalar(bytes[position])) else {
            return false
        }
        position += 1
        return true
    }

    /// Takes this text, letters of either case.
    mutating func take(text: String) -> Bool {
        let wanted = text.utf8
        let found = bytes[position...].prefix(wanted.count)
        guard found.count == wanted.count,
            zip(found, wanted).allSatisfy({ Self.folded($0) == Self.folded($1) })
        else { return false }
        position += wanted.count
        return true
    }

    /// Takes the first of these texts that stands here, and gives its index.
    mutating func takeIndex(of texts: [String]) -> Int? {
        for (index, text) in texts.enumerated() where take(text: text) { return index }
        return nil
    }

    /// Takes exactly this many digits, whatever follows them.
    mutating func takeNumber(digits: Int) -> Int? {
        guard let number = Self.number(bytes[position...].prefix(digits)),
            bytes.count - position >= digits
        else { return nil }
        position += digits
        return number
    }

    /// Takes all digits that stand here, 1 to 18 of them.
    mutating func takeDigits() -> (value: Int, count: Int)? {
        let digits = bytes[position...].prefix(while: Self.isDigit)
        guard let number = Self.number(digits) else { return nil }
        position += digits.count
        return (number, digits.count)
    }

    /// Takes `HH:MM:SS`; a leap second counts as the second after 23:59:59.
    mutating func takeTimeOfDay() -> (secondOfDay: Int64, isLeapSecond: Bool)? {
        guard let hour = takeNumber(digits: 2), take(":"), let minute = takeNumber(digits: 2),
            take(":"), let second = takeNumber(digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return (Int64(hour * 3600 + minute * 60 + second), second == 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        // 18 digits are the most that fit into 64 bits whatever they are.
        guard 1...18 ~= digits.count, digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
    }
}
