import CZlib

/// Packs bodies in the gzip format. RFC 1952
public enum Gzip {
    /// 15 bits of window, the most there is, and 16 for a gzip header. https://zlib.net/manual.html
    private static let windowBits: Int32 = 15 + 16

    /// Packs bytes into one gzip member.
    ///
    /// - Parameters:
    ///   - bytes: what to pack.
    ///   - level: 1 (fast) to 9 (small).
    /// - Returns: nil where memory is short or the bytes are more than 4 GiB: send them as they
    ///   are then.
    public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
        guard let inputCount = UInt32(exactly: bytes.count) else { return nil }
        // zlib remembers the address of the stream, which must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let level = Int32(min(max(level, 1), 9))
        guard exchangerate_zlib_deflate_init(stream, level, windowBits) == Z_OK else {
            return nil
        }
        defer { deflateEnd(stream) }
        guard let capacity = UInt32(exactly: deflateBound(stream, UInt(bytes.count))) else {
            return nil
        }
        var isWhole = false
        let packed = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Int(capacity)) { output, count in
                // zlib's pointer lacks a `const`; it only reads its input.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = inputCount
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = capacity
                isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                count = Int(capacity - stream.pointee.avail_out)
            }
        }
        return isWhole ? packed : nil
    }
}
