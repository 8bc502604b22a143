/// The bytes of a state file, with its write-ahead log behind it.
///
/// Most inputs end at SQLite, which finds them damaged; what gets past it is tried by
/// `StateCellsReader`.
enum StateFileReader: FuzzReader {
    static let name = "state-file"
    static let words = [
        "SQLite format 3\0", "XCHG", "CREATE TABLE ", "sqlite_sequence", "ROWID", "\u{7F}",
    ]

    static func seeds() -> [[UInt8]] {
        StateTemplate.all.map(\.bytes)
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let files = try StateFiles()
        try files.write(bytes)
        try StatePromises.check(files)
    }
}
