import Freshness

/// How a record is written: one line each, whatever its values hold.
enum LogFormat: String, CaseIterable, Sendable {
    case logfmt, json

    /// The most characters of one value; what is longer came from outside, and is cut.
    private static let valueLimit = 1000

    /// One record as a line, with its newline.
    func line(
        at time: Timestamp, level: LogLevel, message: String, fields: [(key: String, value: String)]
    ) -> String {
        let all =
            [("ts", Self.text(of: time)), ("level", level.rawValue), ("msg", message)]
            + fields.map { ($0.key, $0.value) }
        switch self {
        case .logfmt:
            return all.map { key, value in
                // A message is always quoted, so that a pattern for it needs no second form.
                let quoted = Self.quoted(value)
                let isPlain = quoted.dropFirst().dropLast() == value && Self.isBare(value)
                return "\(key)=\(isPlain && key != "msg" ? value : quoted)"
            }.joined(separator: " ") + "\n"
        case .json:
            let members = all.map { "\(Self.quoted($0)):\(Self.quoted($1))" }
            return "{\(members.joined(separator: ","))}\n"
        }
    }

    private static func isBare(_ value: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.count <= valueLimit
            && !value.contains { $0 == " " || $0 == "=" }
    }

    /// The text as a JSON string, which logfmt's readers take too (RFC 8259, 7).
    ///
    /// Beyond what JSON asks for, characters that a terminal obeys or hides are escaped.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars.prefix(valueLimit) {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.isObeyedOrHidden {
                    for unit in String(scalar).utf16 { result += escape(unit) }
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + (text.unicodeScalars.count > valueLimit ? "…\"" : "\"")
    }

    private static func escape(_ unit: UInt16) -> String {
        "\\u" + unit.padded(to: 4, radix: 16)
    }

    /// The time in UTC with milliseconds, by RFC 3339.
    private static func text(of time: Timestamp) -> String {
        let milliseconds = time.nanosecondsOfSecond / 1_000_000
        return "\(time.utcDate)T\(time.utcClockText).\(milliseconds.padded(to: 3))Z"
    }
}
