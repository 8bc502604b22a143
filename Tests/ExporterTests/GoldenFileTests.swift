import Foundation
import TestKit
import Testing

/// What all golden tests rely on: that a difference fails, recorded or not.
struct GoldenFileTests {
    private func withFile(_ content: String?, _ body: (URL) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        if let content { try Data(content.utf8).write(to: url) }
        try body(url)
    }

    @Test(arguments: [nil, "old", "", "new\n"])
    func `a difference fails and leaves the file alone`(content: String?) throws {
        try withFile(content) { url in
            let golden = GoldenFile(url.path, environment: [:])
            #expect(golden.mismatch(with: "new") != nil)
            #expect((try? String(contentsOf: url, encoding: .utf8)) == content)
        }
    }

    @Test func `recording rewrites the file and fails all the same`() throws {
        try withFile("old") { url in
            let golden = GoldenFile(url.path, environment: ["RECORD_GOLDEN": "1"])
            #expect(golden.mismatch(with: "new") != nil)
            #expect(golden.mismatch(with: "new") == nil)
        }
    }

    @Test func `recording is refused under CI`() throws {
        try withFile("old") { url in
            let golden = GoldenFile(url.path, environment: ["RECORD_GOLDEN": "1", "CI": "true"])
            #expect(golden.mismatch(with: "new") != nil)
            #expect(golden.mismatch(with: "new") != nil)
        }
    }
}
