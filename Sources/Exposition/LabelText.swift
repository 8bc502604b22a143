/// Bounds on texts from outside that become label values.
enum LabelText {
    /// The most Unicode scalars that a label value has.
    static let maxLength = 64

    /// A text, or its beginning where it is longer than a label may be.
    ///
    /// It is cut between characters as people see them, and counted in Unicode scalars, since one
    /// such character can be of any length.
    static func cut(_ text: String) -> String {
        // A scalar has one byte at least: most texts need no counting.
        guard text.utf8.count > maxLength else { return text }
        let scalars = text.unicodeScalars
        guard
            let limit = scalars.index(
                scalars.startIndex, offsetBy: maxLength, limitedBy: scalars.endIndex)
        else { return text }
        guard limit < scalars.endIndex else { return text }
        var end = text.startIndex
        while end < limit {
            let next = text.index(after: end)
            if next > limit { break }
            end = next
        }
        return String(end > text.startIndex ? text[..<end] : text[..<limit])
    }
}
