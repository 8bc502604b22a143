/// A place in a text: line and column, both from 1; a column is one Unicode scalar.
public struct ConfigPosition: Sendable, Hashable, Comparable {
    public var line: Int
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
