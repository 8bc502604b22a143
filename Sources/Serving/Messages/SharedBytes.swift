/// Bytes that any number of responses send at once, without a copy for each.
public final class SharedBytes: @unchecked Sendable {
    // Unchecked, and right: the memory is written in `init` alone and only read after it.
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies bytes, once.
    public init(_ bytes: [UInt8]) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
    }

    /// Copies the bytes of parts that follow each other, once.
    public init(joining parts: [[UInt8]]) {
        memory = .allocate(byteCount: parts.reduce(0) { $0 + $1.count }, alignment: 16)
        var end = 0
        for part in parts {
            UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyBytes(from: part)
            end += part.count
        }
    }

    /// Copies the UTF-8 of a text, once.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit { memory.deallocate() }

    /// How many they are.
    public var count: Int { memory.count }

    /// Lends the bytes; the pointer is good for as long as the object lives.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }
}
