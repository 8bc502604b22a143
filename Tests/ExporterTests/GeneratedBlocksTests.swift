import TestKit
import Testing

struct GeneratedBlocksTests {
    private static let page = """
        before
        <!-- made: one -->
        old
        <!-- end: one -->
        after

        """

    @Test func `a part is replaced, and the rest stays`() throws {
        let blocks = GeneratedBlocks(Self.page)
        #expect(blocks.names == ["one"])
        #expect(
            try blocks.replaced(with: ["one": "new"]) == """
                before
                <!-- made: one -->

                new

                <!-- end: one -->
                after

                """)
        #expect(try blocks.replaced(with: [:]) == Self.page)
    }

    @Test func `a part that lost its end is an error`() {
        let page = Self.page.replacing("<!-- end: one -->\n", with: "")
        #expect(throws: GeneratedBlocks.MissingEnd.self) {
            try GeneratedBlocks(page).replaced(with: ["one": "new"])
        }
    }
}
