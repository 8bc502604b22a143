/// Text with words between backticks, as alerts have it, for the page.
struct Prose {
    /// As it came: the text of an alert.
    var text: String
    /// The most Unicode scalars of it that are shown.
    var maxLength: Int

    /// The text with its code as such, and its times in whole seconds.
    var html: HTML {
        let whole = Self.withoutFractions(Array(text.unicodeScalars))
        let shown = whole.prefix(maxLength) + (whole.count > maxLength ? ["…"] : [])
        let pieces = shown.split(separator: "`", omittingEmptySubsequences: false)
        // One without its other stays as it is, as does one whose other was cut off.
        guard !pieces.count.isMultiple(of: 2) else { return "<bdi>\(plain(shown))</bdi>" }
        let parts = pieces.enumerated().map { index, piece -> HTML in
            index % 2 == 1 ? "<code><bdi>\(plain(piece))</bdi></code>" : plain(piece)
        }
        return "<bdi>\(parts)</bdi>"
    }

    private func plain(_ scalars: ArraySlice<Unicode.Scalar>) -> HTML {
        var string = ""
        string.unicodeScalars.append(contentsOf: scalars)
        return "\(string, maxLength: maxLength + 1)"
    }

    /// Cuts `14:02:00.25Z` to `14:02:00Z`.
    private static func withoutFractions(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if scalar == ".", isClock(result.suffix(8)) {
                let tail = rest.drop(while: isDigit)
                if tail.first == "Z", tail.startIndex > rest.startIndex {
                    rest = tail
                    continue
                }
            }
            result.append(scalar)
        }
        return result
    }

    /// Whether it is of the form `14:02:00`.
    private static func isClock(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.count == 8
            && zip(scalars, 0...).allSatisfy { scalar, place in
                place % 3 == 2 ? scalar == ":" : isDigit(scalar)
            }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        "0"..."9" ~= scalar
    }
}
