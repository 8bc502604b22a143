/// A gzip stream of zero bytes that is a hundred and fifty times shorter than what it unfolds to.
enum GzipBomb {
    /// Makes a stream (RFC 1951, 1952) that unfolds to so many zero bytes.
    static func stream(unfoldingTo count: Int) -> [UInt8] {
        // Deflate by method 8, no flags, no time, unknown system.
        var stream: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var writer = BitWriter()
        // The last block, with the fixed code.
        writer.append(0b1, count: 1)
        writer.append(0b01, count: 2)
        var left = max(0, count)
        if left > 0 {
            writer.appendCode(literalZero, count: 8)
            left -= 1
        }
        while left >= longestMatch {
            // Length 258 is symbol 285; distance 1 is symbol 0.
            writer.appendCode(length258, count: 8)
            writer.appendCode(0, count: 5)
            left -= longestMatch
        }
        for _ in 0..<left { writer.appendCode(literalZero, count: 8) }
        writer.appendCode(0, count: 7)
        stream += writer.finished()
        stream += littleEndian(checksum(ofZeros: max(0, count)))
        stream += littleEndian(UInt32(truncatingIfNeeded: count))
        return stream
    }

    private static let longestMatch = 258
    private static let literalZero: UInt32 = 0x30
    private static let length258: UInt32 = 0xC0 + (285 - 280)

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32 of so many zero bytes.
    ///
    /// Each zero byte is one linear step on the register, so that squaring the step takes a
    /// logarithm of the length instead of the length.
    private static func checksum(ofZeros count: Int) -> UInt32 {
        var register: UInt32 = 0xFFFF_FFFF
        var step = (0..<32).map { bit in afterZeroByte(1 << UInt32(bit)) }
        var left = count
        while left > 0 {
            if left & 1 == 1 { register = applying(step, to: register) }
            step = step.map { applying(step, to: $0) }
            left >>= 1
        }
        return ~register
    }

    private static func afterZeroByte(_ register: UInt32) -> UInt32 {
        (0..<8).reduce(register) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }

    private static func applying(_ columns: [UInt32], to register: UInt32) -> UInt32 {
        columns.enumerated().reduce(0) { sum, column in
            register >> UInt32(column.offset) & 1 == 1 ? sum ^ column.element : sum
        }
    }
}

/// Bits in the order of deflate: the lowest of a byte first.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0

    /// Appends a number, its lowest bit first.
    mutating func append(_ bits: UInt32, count: Int) {
        pending |= bits << UInt32(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Appends a Huffman code, its highest bit first.
    mutating func appendCode(_ code: UInt32, count: Int) {
        for shift in stride(from: count - 1, through: 0, by: -1) {
            append(code >> UInt32(shift) & 1, count: 1)
        }
    }

    /// All bytes, the last one filled up with zero bits.
    mutating func finished() -> [UInt8] {
        if pendingCount > 0 { append(0, count: 8 - pendingCount) }
        return bytes
    }
}
