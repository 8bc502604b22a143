extension String {
    /// The text with escapes in the place of what a terminal would not show, or would obey.
    public var printable: String { unicodeScalars.map(\.printable).joined() }
}

extension Unicode.Scalar {
    /// The usual name of the code point, such as `U+00A0`.
    var codePointName: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Itself, or an escape where a terminal would show nothing, or would obey it.
    public var printable: String {
        switch self {
        case " ": return " "
        case "\t": return "\\t"
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator,
            .surrogate, .privateUse, .unassigned:
            return "<\(codePointName)>"
        default:
            return String(self)
        }
    }
}
