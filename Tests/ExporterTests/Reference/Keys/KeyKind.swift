import ConfigTree

/// What a key takes, and how the readers say so.
enum KeyKind: Sendable {
    case duration(ClosedRange<Duration>)
    /// A duration, or a map that stands in its place.
    case limit(ClosedRange<Duration>)
    case number(ClosedRange<Int>)
    case boolean
    /// One of these.
    case words([String])
    case text
    case address
    case file
    case list(of: String)
    case map(of: String)

    /// For people, in Markdown.
    var markdown: String {
        switch self {
        case .duration(let range): Self.text(of: range)
        case .limit(let range): Self.text(of: range) + ", or a map"
        case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .boolean: "`true` or `false`"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .text: "text"
        case .address: "URL"
        case .file: "path"
        case .list(let items): "list of \(items)"
        case .map(let items): "map of \(items)"
        }
    }

    /// Whether the meaning of a key does not tell it anyway.
    var isWorthTelling: Bool {
        switch self {
        case .duration, .limit, .number, .boolean, .words, .list, .map: true
        case .text, .address, .file: false
        }
    }

    /// A value of another kind, and what an error must say of it.
    var refusal: (value: String, words: String) {
        switch self {
        case .duration(let range): ("[]", Self.words(of: range))
        case .limit(let range): ("[]", Self.words(of: range) + ", or a map")
        case .number(let range):
            ("[]", "allowed is a whole number from \(range.lowerBound) to \(range.upperBound)")
        case .boolean: ("7", "allowed is true or false")
        case .words(let words): ("nonsense", words.joined(separator: ", "))
        case .text: ("[]", "allowed is a")
        case .address: ("[]", "URL")
        case .file: ("[]", "allowed is the path of a file")
        case .list: ("nonsense", "allowed is a list of")
        case .map: ("nonsense", "allowed is a map of")
        }
    }

    /// The least and the greatest value, those just beyond, and what an error says of the latter.
    var bounds: (within: [String], beyond: [String], words: String)? {
        switch self {
        case .duration(let range), .limit(let range):
            let step = Duration.milliseconds(1)
            let below = range.lowerBound - step
            return (
                [range.lowerBound.prometheusText, range.upperBound.prometheusText],
                (below < .zero ? [] : [below.prometheusText])
                    + [(range.upperBound + step).prometheusText],
                Self.words(of: range)
            )
        case .number(let range):
            return (
                ["\(range.lowerBound)", "\(range.upperBound)"],
                ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"], refusal.words
            )
        case .boolean, .words, .text, .address, .file, .list, .map: return nil
        }
    }

    private static func text(of range: ClosedRange<Duration>) -> String {
        "`\(range.lowerBound.prometheusText)` to `\(range.upperBound.prometheusText)`"
    }

    private static func words(of range: ClosedRange<Duration>) -> String {
        "allowed is a duration from \(range.lowerBound.prometheusText) "
            + "to \(range.upperBound.prometheusText)"
    }
}
