/// The text of a file, cut into lines as libyaml counts them.
struct ConfigText {
    /// What a file of settings may hold at most; it bounds the work that a text can cause.
    static let byteLimit = 1 << 20

    /// Why bytes are not taken as text, and where.
    struct Fault: Error {
        var position: ConfigPosition?
        var message: String
    }

    /// Without line ends.
    let lines: [[Unicode.Scalar]]
    /// The bytes without a byte order mark.
    let bytes: [UInt8]

    /// Cuts bytes into lines; bytes that are no UTF-8 come as U+FFFD.
    init(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        var lines: [[Unicode.Scalar]] = []
        var line: [Unicode.Scalar] = []
        var previous: Unicode.Scalar?
        for scalar in String(decoding: self.bytes.prefix(Self.byteLimit), as: UTF8.self)
            .unicodeScalars
        {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r":
                break
            // YAML 1.1 ends lines at these too, and libyaml counts them.
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(line)
                line = []
            default:
                line.append(scalar)
            }
        }
        lines.append(line)
        self.lines = lines
    }

    /// Refuses what no text of settings holds, before a parser sees it.
    func check() throws(Fault) {
        guard bytes.count <= Self.byteLimit else {
            throw Fault(
                position: nil,
                message: "the file has \(bytes.count) bytes; allowed are \(Self.byteLimit)")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw Fault(
                position: ConfigPosition(line: 1, column: 1),
                message: "the file is in UTF-16; save it as UTF-8")
        }
        if let position = firstInvalidPosition() {
            throw Fault(
                position: position, message: "found a byte that is not UTF-8; save it as UTF-8")
        }
        for (number, line) in lines.enumerated() {
            for (offset, scalar) in line.enumerated() where !Self.isAllowed(scalar) {
                throw Fault(
                    position: ConfigPosition(line: number + 1, column: offset + 1),
                    message: "found the character \(scalar.codePointName); remove it")
            }
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar != "\t" else { return true }
        return scalar.properties.generalCategory != .control && scalar != "\u{FEFF}"
            && scalar.value & 0xFFFE != 0xFFFE
    }

    private func firstInvalidPosition() -> ConfigPosition? {
        guard let valid = bytes.lengthOfValidUTF8Prefix else { return nil }
        let before = ConfigText(Array(bytes[..<valid]))
        return ConfigPosition(
            line: before.lines.count, column: (before.lines.last?.count ?? 0) + 1)
    }
}

extension [UInt8] {
    /// How many bytes at the start are UTF-8; nil where all are.
    fileprivate var lengthOfValidUTF8Prefix: Int? {
        var decoder = UTF8()
        var iterator = makeIterator()
        var length = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): length += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return length
            }
        }
    }
}
