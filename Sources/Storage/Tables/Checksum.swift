/// What tells a row from one that a damaged page gives in its place.
///
/// SQLite notices a page whose structure is wrong, but has no checksums: one bit of a rate, a time or
/// a label may be another. This is FNV-1a with 64 bits, which somebody who means to can defeat:
/// http://www.isthe.com/chongo/tech/comp/fnv/
struct Checksum {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of what was added.
    var value: Int64 { Int64(bitPattern: hash) }

    static func of(_ bytes: [UInt8]) -> Int64 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// The checksum of the values of a row, of which nil is one that cannot be read.
    static func of(_ values: [SQLValue?]) -> Int64 {
        var checksum = Checksum()
        for value in values { checksum.add(value) }
        return checksum.value
    }

    private mutating func add(_ value: SQLValue?) {
        // Types and counts as well, so that no two rows have the same bytes.
        switch value {
        case .none: add(0)
        case .null: add(1)
        case .integer(let integer): add(2, UInt64(bitPattern: integer))
        case .text(let text):
            add(3, UInt64(text.utf8.count))
            add(text.utf8)
        case .blob(let bytes):
            add(4, UInt64(bytes.count))
            add(bytes)
        }
    }

    private mutating func add(_ kind: UInt8, _ number: UInt64) {
        add(kind)
        for shift in stride(from: 0, to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    private mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}

extension Row {
    /// Whether a row is as it was written; one of a version that knew no checksums has none.
    ///
    /// - Parameters:
    ///   - columns: those that the checksum is of, in the order in which they were written.
    ///   - checksum: the column that holds it.
    func isIntact(_ columns: some Sequence<Int32>, checksum: Int32) -> Bool {
        isNull(checksum) || integer(checksum) == Checksum.of(columns.map(value))
    }
}

extension Connection {
    /// Puts a row, with the checksum of its values as the last parameter.
    ///
    /// - Parameter others: parameters before them, which are not in the checksum.
    func put(
        _ sql: String, _ values: [SQLValue], after others: [SQLValue] = []
    ) throws(StorageFault) {
        try run(sql, others + values + [.integer(Checksum.of(values))])
    }
}
