import Domain
import Foundation
import Testing

struct RunbookTests {
    /// The part of each link that is to be replaced by the address of the reader's own copy.
    private static let address = "https://exchangerate-exporter.example/docs/runbooks/"

    private func page(of alert: String) throws -> String {
        try String(contentsOf: RuleFiles.runbooks.appending(path: "\(alert).md"), encoding: .utf8)
    }

    @Test func `every alert has a runbook, and every runbook an alert`() throws {
        let alerts = try RuleFiles().alerts
        let pages = try RuleFiles.names(in: RuleFiles.runbooks, suffix: "")
        #expect(alerts.map { "\($0.name).md" }.sorted() == pages)
        for alert in alerts {
            #expect(alert.value(of: "runbook_url") == "\(Self.address)\(alert.name).md")
        }
        for own in AlertName.allCases { #expect(pages.contains("\(own.rawValue).md")) }
    }

    @Test func `a runbook says what it means, what to look at and what to do`() throws {
        let alerts = try RuleFiles().alerts
        #expect(!alerts.isEmpty)
        for alert in alerts {
            let page = try page(of: alert.name)
            #expect(page.hasPrefix("# \(alert.name)\n"))
            let headings = page.matches(of: /(?m)^## (.+)$/).map { String($0.output.1) }
            #expect(
                headings
                    == ["What it means", "What to look at", "What to do", "When it ends"],
                "\(alert.name)")
            let severity = try #require(alert.value(of: "severity"))
            // Where a line ends does not matter.
            let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("Severity: \(severity)."), "\(alert.name)")
            let isOwn = AlertName(rawValue: alert.name) != nil
            #expect(
                words.contains(
                    isOwn ? "Told by the exporter and by Prometheus" : "Told by Prometheus alone"),
                "\(alert.name)")
        }
    }

    @Test func `what a runbook links to is there`() throws {
        var checked = 0
        for alert in try RuleFiles().alerts {
            for match in try page(of: alert.name).matches(of: /\]\(([^)#]+)(?:#([^)]+))?\)/) {
                let file = RuleFiles.runbooks.appending(path: String(match.output.1))
                let text = try? String(contentsOf: file, encoding: .utf8)
                #expect(text != nil, "\(alert.name): \(match.output.1)")
                if let anchor = match.output.2 {
                    let anchors = (text ?? "").matches(of: /(?m)^#+ (.+)$/).map {
                        Self.anchor(of: String($0.output.1))
                    }
                    #expect(anchors.contains(String(anchor)), "\(alert.name): \(anchor)")
                }
                checked += 1
            }
        }
        #expect(checked > 10)
    }

    /// The anchor that a heading gets.
    private static func anchor(of heading: String) -> String {
        heading.lowercased().replacingOccurrences(of: " ", with: "-")
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
