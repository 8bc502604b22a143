import CZlib

/// A stream of zlib that packs one text after the other, each without regard to those before.
final class DeflateStream {
    // zlib remembers the address of the stream, which must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Makes one; nil where memory is short.
    ///
    /// - Parameters:
    ///   - level: 1 (fast) to 9 (small).
    ///   - longest: the length of the longest text. The tables of a stream are 260 kB, which all are
    ///     cleared before each text; for short texts those of 40 kB pack as well.
    init?(level: Int, longest: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let level = Int32(min(max(level, 1), 9))
        let isShort = longest <= 16 * 1024
        // Negative: blocks alone, without a header. https://zlib.net/manual.html
        let windowBits: Int32 = isShort ? -12 : -15
        let memoryLevel: Int32 = isShort ? 5 : 8
        guard exchangerate_zlib_deflate_init(stream, level, windowBits, memoryLevel) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The blocks of a text up to a whole byte; nil where the text is longer than 4 GiB.
    func blocks(of text: [UInt8]) -> [UInt8]? {
        guard let inputCount = UInt32(exactly: text.count), deflateReset(stream) == Z_OK else {
            return nil
        }
        // The bound is for a stream with its end; what ends a part at a whole byte is no longer.
        let bound = deflateBound(stream, UInt(text.count)) + 16
        guard let capacity = UInt32(exactly: bound) else { return nil }
        var isWhole = false
        let blocks = text.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Int(capacity)) { output, count in
                // zlib's pointer lacks a `const`; it only reads its input.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = inputCount
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = capacity
                let result = deflate(stream, Z_SYNC_FLUSH)
                // With room left, nothing is left in the stream either.
                isWhole = result == Z_OK && stream.pointee.avail_out > 0
                count = Int(capacity - stream.pointee.avail_out)
            }
        }
        return isWhole ? blocks : nil
    }
}
