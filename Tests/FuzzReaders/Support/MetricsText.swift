/// A page of metrics, looked over byte by byte: enough to find what a reader of it would trip over,
/// and quick enough to be done for every input.
enum MetricsText {
    /// Throws where a line is neither a comment nor a sample of one finite number.
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BrokenPromise("the page is no UTF-8")
        }
        guard bytes.last == UInt8(ascii: "\n") else {
            throw BrokenPromise("the page does not end with its last line")
        }
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard !line.starts(with: "# ".utf8) else { continue }
            guard isSample(line) else {
                throw BrokenPromise("no sample: \(String(line) ?? "")")
            }
        }
    }

    private static func isSample(_ line: Substring.UTF8View) -> Bool {
        let name = line.prefix { isNameByte($0) }
        guard !name.isEmpty else { return false }
        var rest = line[name.endIndex...]
        if rest.first == UInt8(ascii: "{") {
            rest = rest.dropFirst()
            while rest.first != UInt8(ascii: "}") {
                let label = rest.prefix { isNameByte($0) }
                rest = rest[label.endIndex...]
                guard !label.isEmpty, rest.starts(with: "=\"".utf8) else { return false }
                rest = rest.dropFirst(2)
                guard takeValue(&rest) else { return false }
                if rest.first == UInt8(ascii: ",") { rest = rest.dropFirst() }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == UInt8(ascii: " ") else { return false }
        let number = rest.dropFirst()
        guard
            number.allSatisfy({ byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-.".utf8.contains(byte)
            })
        else { return false }
        return Double(String(Substring(number)))?.isFinite == true
    }

    /// Takes the value of a label and its closing quote; false where it has none.
    private static func takeValue(_ rest: inout Substring.UTF8View) -> Bool {
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(), "\\\"n".utf8.contains(escaped) else {
                    return false
                }
            default: continue
            }
        }
        return false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
