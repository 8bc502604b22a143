/// Splits header values that are lists of elements with parameters and weights. RFC 9110, 12.4.2
///
/// Made for values from outside: what does not fit the grammar is left out, in linear time.
enum WeightedList {
    /// One element: its token, its parameters before the weight, and the weight in thousandths.
    struct Element: Hashable {
        var value: String
        var parameters: [Parameter] = []
        var weight = 1000
    }

    /// A parameter; its name is in small letters, its value without quotes.
    struct Parameter: Hashable {
        var name: String
        var value: String
    }

    /// The elements of a value in their order; those with a weight that cannot be read are left
    /// out.
    static func elements(in value: String) -> [Element] {
        split(value.utf8[...], at: UInt8(ascii: ",")).compactMap { element(in: $0) }
    }

    private static func element(in text: Substring.UTF8View) -> Element? {
        let parts = split(text, at: UInt8(ascii: ";"))
        guard let first = parts.first else { return nil }
        var element = Element(value: lowercased(trimmed(first)))
        guard !element.value.isEmpty else { return nil }
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = lowercased(trimmed(part[..<equals]))
            let value = unquoted(trimmed(part[part.index(after: equals)...]))
            if name == "q" {
                guard let weight = weight(in: value) else { return nil }
                element.weight = weight
                // What follows the weight was once meant for extensions, and means nothing.
                break
            }
            element.parameters.append(Parameter(name: name, value: value))
        }
        return element
    }

    /// Reads `0`, `0.123`, `1` or `1.000` as thousandths.
    static func weight(in text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
        else { return nil }
        var weight = Int(first - UInt8(ascii: "0")) * 1000
        if bytes.count > 1 {
            guard bytes[1] == UInt8(ascii: "."), bytes.count <= 5 else { return nil }
            var place = 100
            for byte in bytes[2...] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                weight += Int(byte - UInt8(ascii: "0")) * place
                place /= 10
            }
        }
        return weight <= 1000 ? weight : nil
    }

    /// Splits at a separator that stands outside of quotes.
    private static func split(
        _ text: Substring.UTF8View, at separator: UInt8
    ) -> [Substring.UTF8View] {
        var parts: [Substring.UTF8View] = []
        var start = text.startIndex
        var index = start
        var isQuoted = false
        while index < text.endIndex {
            let byte = text[index]
            let next = text.index(after: index)
            if isQuoted, byte == UInt8(ascii: "\\"), next < text.endIndex {
                index = text.index(after: next)
                continue
            }
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(text[start..<index])
                start = next
            }
            index = next
        }
        parts.append(text[start...])
        return parts
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 9 }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    private static func lowercased(_ text: Substring.UTF8View) -> String {
        String(decoding: text.map(\.lowercasedASCII), as: UTF8.self)
    }

    private static func unquoted(_ text: Substring.UTF8View) -> String {
        guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"")
        else { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text.dropFirst().dropLast() {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                bytes.append(byte)
                isEscaped = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
