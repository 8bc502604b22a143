import APIModel
import Foundation
import Testing

@testable import StandIn

struct HelpTextTests {
    @Test func `the documentation shows the help as it is printed`() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/standin.md"), encoding: .utf8)
        #expect(page.contains("```text\n\(HelpText.text)\n```\n"))
    }

    @Test func `every line of the help fits a wide terminal`() {
        for line in HelpText.text.split(separator: "\n") { #expect(line.count <= 120) }
    }
}
