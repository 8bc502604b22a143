/// A page of which some parts are made by a program, and the rest by hand.
///
/// A part stands between the lines `<!-- made: NAME -->` and `<!-- end: NAME -->`.
public struct GeneratedBlocks: Sendable {
    private let page: String

    /// Takes a page as it is.
    public init(_ page: String) {
        self.page = page
    }

    /// The names of the parts, in the order of the page.
    public var names: [String] {
        page.split(separator: "\n").compactMap { Self.name(of: $0) }
    }

    /// A part of the page that has no end: it would take the rest of the page with it.
    public struct MissingEnd: Error, CustomStringConvertible {
        public let description: String
    }

    /// The page with other contents of its parts; one that is not given stays.
    public func replaced(with blocks: [String: String]) throws(MissingEnd) -> String {
        var lines: [Substring] = []
        var open: Substring?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let end = open {
                guard line == end else { continue }
                open = nil
            }
            lines.append(line)
            guard let name = Self.name(of: line), let block = blocks[name] else { continue }
            // Without empty lines around it, Markdown takes a table for part of the comment.
            lines += ["", Substring(block), ""]
            open = "<!-- end: \(name) -->"
        }
        if let open { throw MissingEnd(description: "the page lacks the line \(open)") }
        return lines.joined(separator: "\n")
    }

    private static func name(of line: Substring) -> String? {
        let (head, tail) = ("<!-- made: ", " -->")
        guard line.hasPrefix(head), line.hasSuffix(tail) else { return nil }
        return String(line.dropFirst(head.count).dropLast(tail.count))
    }
}
