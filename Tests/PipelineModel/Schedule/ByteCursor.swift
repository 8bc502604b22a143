/// Reads choices out of bytes; where they have ended, every further one is 0.
struct ByteCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// One of the options; the first one for a byte of 0.
    mutating func choice<Option>(_ options: [Option]) -> Option {
        options[Int(byte()) % options.count]
    }
}
