import Foundation
import Testing

struct ReadmeTests {
    @Test func `the promise stands there word for word`() throws {
        let promise = """
            **The promise**: every transition of an alert reaches each of its receivers in at least \
            one delivered notification, in order for one group, until `give_up_after`; a notification \
            that is sent again carries the same id.
            """
        let page = try String(
            contentsOf: ArchitectureTests.root.appending(path: "README.md"), encoding: .utf8)
        // Where its lines end does not matter.
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(promise))
    }
}
