/// What can stand in the place of a rate.
public enum WrongNumber: String, Sendable, Hashable, CaseIterable {
    case null
    /// The right number in quotes.
    case string
    /// A text that is no number.
    case text
    case `true`
    case zero
    case negative
    /// 1e999, which no binary double holds.
    case overflow
    /// `NaN`, which is no JSON: the whole body is broken.
    case nan
    case object
    case list

    /// What is written for a value that is right.
    func json(for right: String) -> String {
        switch self {
        case .null: "null"
        case .string: "\"\(right)\""
        case .text: "\"n/a\""
        case .true: "true"
        case .zero: "0"
        case .negative: "-\(right)"
        case .overflow: "1e999"
        case .nan: "NaN"
        case .object: "{\"value\":\(right)}"
        case .list: "[\(right)]"
        }
    }
}
