/// A weak tag for the state of a resource, the value of `ETag`. RFC 9110, 8.8.3
///
/// Weak, since it stands for what a body means and not for its bytes: one tag for the plain body and
/// the packed one.
public struct EntityTag: Sendable, Hashable {
    private let opaque: String

    /// Makes a tag of ASCII without quotation marks, white space and control characters.
    public init(_ opaque: String) {
        let isPlain = opaque.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") }
        precondition(isPlain, "no tag: \(opaque)")
        self.opaque = opaque
    }

    /// The value of the header field.
    public var text: String { "W/\"\(opaque)\"" }

    /// Whether the value of an `If-None-Match` header names the tag. RFC 9110, 13.1.2
    ///
    /// By weak comparison: whether the client holds it as weak or as strong does not matter. `*`
    /// names every tag. A value that is neither `*` nor a list of tags names none.
    public func isNamed(inIfNoneMatch value: String?) -> Bool {
        guard let value else { return false }
        var scanner = Scanner(rest: value.utf8[...])
        scanner.skip(", \t")
        if scanner.take("*") {
            scanner.skip(", \t")
            return scanner.rest.isEmpty
        }
        var isNamed = false
        while !scanner.rest.isEmpty {
            guard let other = scanner.takeTag() else { return false }
            if other.elementsEqual(opaque.utf8) { isNamed = true }
            scanner.skip(" \t")
            guard scanner.rest.isEmpty || scanner.take(",") else { return false }
            scanner.skip(", \t")
        }
        return isNamed
    }

    private struct Scanner {
        var rest: Substring.UTF8View

        mutating func skip(_ bytes: String) {
            rest = rest.drop { bytes.utf8.contains($0) }
        }

        mutating func take(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }

        /// What stands between the quotation marks, which no escape can hold; a comma may be in it.
        mutating func takeTag() -> Substring.UTF8View? {
            // In capitals alone, as 8.8.3 says.
            _ = take("W/")
            guard take("\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            let tag = rest[..<end]
            guard tag.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
            rest = rest[rest.index(after: end)...]
            return tag
        }
    }
}
