/// What tells bytes from those that a damaged page gives in their place.
///
/// SQLite notices a page whose structure is wrong, but the pages on which a long value goes on have
/// none. This is FNV-1a with 64 bits, which somebody who means to can defeat:
/// http://www.isthe.com/chongo/tech/comp/fnv/
enum Checksum {
    static func of(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
