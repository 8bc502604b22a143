/// Hands the bytes of an input out as values.
struct ByteFeed {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The next byte; nil at the end.
    mutating func next() -> UInt8? { rest.popFirst() }

    /// Eight bytes, or those that are left.
    mutating func integer() -> Int64 {
        let bytes = rest.prefix(8)
        rest = rest.dropFirst(8)
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// As many bytes as a byte before them says.
    mutating func run() -> [UInt8] {
        let count = Int(rest.popFirst() ?? 0)
        let bytes = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return bytes
    }
}
