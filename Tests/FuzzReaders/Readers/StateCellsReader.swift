import Domain
import ExchangeRate

@testable import Storage

/// A good state file in which some cells hold something else.
///
/// An input is a byte that chooses the version of the schema, and then for each cell a byte that
/// chooses the column, one that chooses the kind of the value, and the value.
enum StateCellsReader: FuzzReader {
    static let name = "state-cells"
    static let words =
        AlertName.allCases.map(\.rawValue)
        + [
            "EUR", "USD", "rate_limited", "unauthorized", "pending", "firing", "webhook",
            "pagerduty", "alertmanager", "[]", "{}", "{\"a\":\"b\"}", "first", "resolved",
            "1e400", "-1", "0", "NaN", "live", "ecb_daily", "open", "weekend",
            "2026-06-16T14:02:00Z", "hook", "pager", "chat", "cluster", "\u{1B}", "<b>",
        ]

    private static let numbers: [Int64] = [
        .min, .min + 1, .max, .max - 1, -1, 0, 1, 2, 12, 13, 255, 2026, 65_535,
        Int64(Int32.max), Int64(UInt32.max), Int64(UInt32.max) + 1, 1_000_000_000,
        1_781_618_520_123_456_789, 1_781_618_520_123_456_790, -1_781_618_520_123_456_789,
        60_000_000_000, 31_536_000_000_000_000,
    ]

    /// Files of each version as they are, and of the present one a change of each column to the
    /// least number.
    static func seeds() -> [[UInt8]] {
        let templates = StateTemplate.all
        let columns = templates.last?.columns ?? []
        return templates.indices.map { [UInt8($0)] }
            + columns.indices.map { [UInt8(templates.count - 1), UInt8($0), 1, 0] }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let templates = StateTemplate.all
        try hold(templates.count == Migration.all.count, "a version without a file")
        var feed = ByteFeed(bytes)
        guard let version = feed.next() else { return }
        let template = templates[Int(version) % templates.count]
        let files = try StateFiles()
        try files.write(template.bytes)
        do {
            try change(files.folder.file, template.columns, by: &feed)
        } catch {
            throw BrokenPromise("the file cannot be changed: \(error)")
        }
        try StatePromises.check(files)
    }

    private static func change(
        _ file: String, _ columns: [StateTemplate.Column], by feed: inout ByteFeed
    ) throws(StorageFault) {
        let connection = try Connection(path: file, patience: .zero)
        defer { connection.close() }
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.execute("PRAGMA journal_mode = MEMORY")
        var count = 0
        while let index = feed.next(), let value = value(from: &feed), count < 8 {
            count += 1
            let column = columns[Int(index) % columns.count]
            // A value that the schema forbids leaves the cell as it is.
            try? connection.run(
                "UPDATE OR REPLACE \(column.table) SET \(column.name) = ?", [value])
        }
    }

    private static func value(from feed: inout ByteFeed) -> SQLValue? {
        switch feed.next().map({ $0 % 5 }) {
        case 0: .null
        case 1: feed.next().map { .integer(numbers[Int($0) % numbers.count]) }
        case 2: .integer(feed.integer())
        case 3: .text(String(decoding: feed.run(), as: UTF8.self))
        case .some: .blob(feed.run())
        case nil: nil
        }
    }
}
