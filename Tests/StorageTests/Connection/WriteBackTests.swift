import Domain
import Foundation
import Testing

@testable import Storage

struct WriteBackTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data())
        connection = try Connection(path: folder.database, patience: .zero)
        try connection.configure()
        try connection.bringUp(to: .current)
        connection.separateWriteBack()
        try connection.execute("CREATE TABLE filler (text TEXT)")
    }

    /// Fills some 100 pages of the log in one commit.
    private func fill() throws {
        try connection.transaction { () throws(StorageFault) in
            try connection.execute("INSERT INTO filler VALUES (hex(zeroblob(200000)))")
            try connection.execute("DELETE FROM filler")
        }
    }

    private func fillsUntilLong() throws -> Int {
        var count = 0
        while !connection.isLogLong, count < 100 {
            try fill()
            count += 1
        }
        return count
    }

    @Test func `a log that cannot be written back grows as long again before the next try`() throws
    {
        let first = try fillsUntilLong()
        #expect(5...30 ~= first)
        // The log is not written back within a transaction.
        try connection.execute("BEGIN IMMEDIATE")
        let fault = #expect(throws: StorageFault.self) { try connection.writeBack() }
        #expect(fault?.message.contains("log cannot be written back") == true)
        try connection.execute("ROLLBACK")
        try fill()
        #expect(!connection.isLogLong)
        #expect(try fillsUntilLong() + 2 >= first)
        try connection.writeBack()
        #expect(!connection.isLogLong)
        try fill()
        #expect(!connection.isLogLong)
    }
}
