import Domain
import Foundation
import Testing

@testable import Storage

struct ConnectionTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data())
        connection = try Connection(path: folder.database, patience: .zero)
        try connection.execute("CREATE TABLE sample (id INTEGER PRIMARY KEY, value TEXT) STRICT")
    }

    @Test func `an error names the file and the statement, and hides the values`() throws {
        try connection.run("INSERT INTO sample VALUES (?, ?)", [.integer(4_711), .text("hidden")])
        let fault = #expect(throws: StorageFault.self) {
            try connection.run(
                "INSERT INTO sample VALUES (?, ?)", [.integer(4_711), .text("hidden")])
        }
        #expect(
            fault?.message
                == "\(folder.database): UNIQUE constraint failed: sample.id"
                + " (SQLite 1555 in INSERT INTO sample VALUES (?, ?))")
        #expect(fault?.kind == .failed)
    }

    @Test func `a full database is told as full, and the transaction is undone`() throws {
        try connection.execute("PRAGMA max_page_count = 4")
        let fault = #expect(throws: StorageFault.self) {
            try connection.transaction { () throws(StorageFault) in
                for index in 0..<1_000 {
                    try connection.run(
                        "INSERT INTO sample VALUES (?, ?)",
                        [SQLValue(index), .text(String(repeating: "x", count: 500))])
                }
            }
        }
        #expect(fault?.kind == .full)
        #expect(
            fault?.message
                == "\(folder.database): database or disk is full"
                + " (SQLite 13 in INSERT INTO sample VALUES (?, ?))")
        #expect(try connection.integer("SELECT count(*) FROM sample") == 0)
        try connection.execute("PRAGMA max_page_count = 1000")
        try connection.transaction { () throws(StorageFault) in
            try connection.run("INSERT INTO sample VALUES (1, NULL)")
        }
        #expect(try connection.integer("SELECT count(*) FROM sample") == 1)
    }

    @Test func `an error in a transaction undoes it`() throws {
        #expect(throws: StorageFault.self) {
            try connection.transaction { () throws(StorageFault) in
                try connection.run("INSERT INTO sample VALUES (1, NULL)")
                throw StorageFault(.failed, "no")
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM sample") == 0)
    }

    @Test func `a statement works again after it failed`() throws {
        let sql = "INSERT INTO sample VALUES (?, ?)"
        try connection.run(sql, [.integer(1), .null])
        #expect(throws: StorageFault.self) { try connection.run(sql, [.integer(1), .null]) }
        try connection.run(sql, [.integer(2), .text("")])
        var values: [String?] = []
        try connection.run("SELECT value FROM sample ORDER BY id") { values.append($0.text(0)) }
        #expect(values == [nil, ""])
    }

    @Test func `a closed connection refuses`() {
        connection.close()
        #expect(throws: StorageFault.self) { try connection.execute("SELECT 1") }
    }

    @Test func `a missing file is not made`() {
        let path = "\(folder.path)/none"
        let fault = #expect(throws: StorageFault.self) {
            try Connection(path: path, patience: .zero)
        }
        #expect(
            fault?.message
                == "\(path): unable to open database file: No such file or directory (SQLite 14)")
    }

    @Test(arguments: [
        (code: Int32(5), systemError: Int32(0), kind: StorageError.Kind.held),
        (code: 261, systemError: 0, kind: .held),
        (code: 8, systemError: 0, kind: .readOnly),
        (code: 1_544, systemError: 0, kind: .readOnly),
        (code: 13, systemError: ENOSPC, kind: .full),
        (code: 778, systemError: ENOSPC, kind: .full),
        (code: 778, systemError: EROFS, kind: .readOnly),
        (code: 778, systemError: EIO, kind: .failed),
        (code: 14, systemError: EACCES, kind: .readOnly),
        (code: 14, systemError: ENOENT, kind: .failed),
        (code: 11, systemError: 0, kind: .corrupt),
        (code: 779, systemError: 0, kind: .corrupt),
        (code: 26, systemError: 0, kind: .corrupt),
        (code: 7, systemError: 0, kind: .failed),
    ])
    func `each code has its kind`(code: Int32, systemError: Int32, kind: StorageError.Kind) {
        #expect(StorageFault.kind(code: code, systemError: systemError) == kind)
    }
}
