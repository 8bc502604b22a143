import Domain
import Pipeline

@testable import Storage

/// A good state file of a version of the schema, with rows in every table.
struct StateTemplate {
    /// A column of a table.
    struct Column {
        let table: String
        let name: String
    }

    /// The file as an input.
    let bytes: [UInt8]
    let columns: [Column]

    /// Each version that was ever released, the oldest first.
    static let all: [StateTemplate] = Migration.all.indices.compactMap { index in
        try? StateTemplate(Schema(migrations: Array(Migration.all[...index])))
    }

    private init(_ schema: Schema) throws {
        let files = try StateFiles()
        try files.write([])
        let connection = try Connection(path: files.folder.file, patience: .zero)
        // Small pages, so that a file is a short input.
        try connection.execute("PRAGMA page_size = 512")
        try schema.migrate(connection)
        if schema.version == Schema.current.version {
            var written = WrittenRows()
            try connection.commit(.whole(ExampleState.firing.stored), over: &written)
        }
        columns = try Self.columns(of: connection)
        for table in Set(columns.map(\.table)).sorted() {
            try Self.fill(table, columns.filter { $0.table == table }, of: connection)
        }
        // Else hardly a change would come further than to them.
        for column in columns where column.name.hasSuffix("checksum") {
            try connection.execute("UPDATE \(column.table) SET \(column.name) = NULL")
        }
        connection.close()
        bytes = try files.read()
    }

    private static func columns(of connection: Connection) throws -> [Column] {
        var columns: [Column] = []
        try connection.execute(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' ORDER BY 1, c.cid
            """
        ) { row in
            guard let table = row.text(0), let name = row.text(1) else { return }
            columns.append(Column(table: table, name: name))
        }
        return columns
    }

    /// Puts a row into a table that has none.
    private static func fill(
        _ table: String, _ columns: [Column], of connection: Connection
    ) throws {
        guard try connection.integer("SELECT count(*) FROM \(table)") == 0 else { return }
        let values = columns.map { column in
            switch column.name {
            case "base", "gate_base": "'EUR'"
            case "symbol": "'USD'"
            case "alerts", "firing", "resolved", "told_firing": "'[]'"
            case "labels", "annotations", "alert", "origin", "taken": "'{}'"
            case "body": "x'7b7d'"
            default: "1"
            }
        }
        // What a value does not fit stays an empty table.
        try? connection.execute(
            "INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
    }
}
