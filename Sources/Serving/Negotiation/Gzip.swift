import CZlib

/// Packs bodies in the gzip format. RFC 1952
///
/// What is packed in parts can be joined with parts that were packed at other times: a body of which
/// little changes is not packed anew as a whole.
public enum Gzip {
    /// Bytes packed by themselves: the blocks of RFC 1951 up to a whole byte, none of them the last.
    public struct Part: Sendable {
        let blocks: [UInt8]
        let checksum: UInt
        let count: Int
    }

    /// Packs bytes into one gzip member.
    ///
    /// - Parameters:
    ///   - bytes: what to pack.
    ///   - level: 1 (fast) to 9 (small).
    /// - Returns: nil where memory is short or the bytes are more than 4 GiB: send them as they
    ///   are then.
    public static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
        pack([bytes], level: level).map(member)
    }

    /// Packs each of some texts by itself; nil as for `compress`.
    public static func pack(_ texts: [[UInt8]], level: Int) -> [Part]? {
        let longest = texts.reduce(0) { max($0, $1.count) }
        guard let stream = DeflateStream(level: level, longest: longest) else { return nil }
        var parts: [Part] = []
        for text in texts {
            guard let blocks = stream.blocks(of: text) else { return nil }
            parts.append(
                Part(blocks: blocks, checksum: checksum(of: text), count: text.count))
        }
        return parts
    }

    /// Joins parts into one gzip member.
    public static func member(_ parts: [Part]) -> [UInt8] {
        // Neither a time nor a name, from a system that is not told.
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        bytes.reserveCapacity(parts.reduce(20) { $0 + $1.blocks.count })
        var sum = crc32(0, nil, 0)
        var count = 0
        for part in parts {
            bytes.append(contentsOf: part.blocks)
            sum = crc32_combine(sum, part.checksum, part.count)
            count += part.count
        }
        // The last block, which is empty.
        bytes += [3, 0]
        for number in [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: count)] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    private static func checksum(of text: [UInt8]) -> UInt {
        text.withUnsafeBufferPointer { crc32_z(crc32(0, nil, 0), $0.baseAddress, $0.count) }
    }
}
