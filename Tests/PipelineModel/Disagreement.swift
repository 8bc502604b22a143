public import Freshness

/// Where the pipeline does not do what the model says.
public struct Disagreement: Error, Sendable, CustomStringConvertible {
    /// The local clock's time at which it showed.
    public var at: Timestamp
    public var what: String
    /// What had happened until then, a line for each step and for what came of it.
    public var timeline: [String]

    /// The words of it that are the same for each disagreement of a kind.
    public var kind: String {
        let words = what.prefix { $0 != "[" }.split(separator: " ")
        return words.filter { $0.allSatisfy { $0.isLowercase } }.prefix(8).joined(separator: " ")
    }

    public var description: String {
        (timeline + ["\(at.iso8601) DISAGREEMENT: \(what)"]).joined(separator: "\n")
    }
}

/// Why a schedule does not go on as it would.
enum Interruption: Error {
    case killed
    case disagreement(String)
}
