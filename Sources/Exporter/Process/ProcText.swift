/// Reads fields out of the kernel's texts.
enum ProcText {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// The field at an index, counted from zero, of a line whose fields stand between spaces.
    static func number(at index: Int, in line: Bytes) -> UInt64? {
        var rest = line
        for _ in 0..<index {
            guard let space = rest.firstIndex(of: UInt8(ascii: " ")) else { return nil }
            rest = rest[(space + 1)...]
        }
        return leadingNumber(in: rest)
    }

    /// The number that a text begins with.
    private static func leadingNumber(in text: Bytes) -> UInt64? {
        var value: UInt64?
        for byte in text {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
            let (product, overflows) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(
                UInt64(byte - UInt8(ascii: "0")))
            guard !overflows, !sumOverflows else { return nil }
            value = sum
        }
        return value
    }

    /// What follows the name of the program in `stat`, which may itself hold spaces and brackets.
    static func fieldsAfterName(in stat: Bytes) -> Bytes? {
        guard let bracket = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        return stat[(bracket + 1)...].dropFirst()
    }

    /// A value of `net/netstat`: a line of names and, after it, a line of values, each group under
    /// its own heading.
    static func netstat(_ text: Bytes, group: StaticString, name: StaticString) -> UInt64? {
        var names: Bytes?
        var rest = text
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...].dropFirst()
            guard starts(line, with: group) else { continue }
            guard let names else {
                names = line
                continue
            }
            guard let index = position(of: name, in: names) else { return nil }
            return number(at: index, in: line)
        }
        return nil
    }

    private static func position(of name: StaticString, in line: Bytes) -> Int? {
        var rest = line
        var index = 0
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
            if end - rest.startIndex == name.utf8CodeUnitCount, starts(rest, with: name) {
                return index
            }
            rest = rest[end...].dropFirst()
            index += 1
        }
        return nil
    }

    private static func starts(_ text: Bytes, with prefix: StaticString) -> Bool {
        prefix.withUTF8Buffer { text.starts(with: $0) }
    }
}
