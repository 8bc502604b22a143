import Foundation

/// What a look at a page in the browser found.
struct PageAudit: Decodable, Sendable {
    /// How much was looked at: a look at nothing finds nothing.
    struct Counts: Decodable, Sendable {
        let texts: Int
        let targets: Int
        let drawings: Int
    }

    /// How the page is laid out.
    struct Facts: Decodable, Sendable {
        let order: [String]
        /// How many bases stand side by side.
        let columns: Int
        /// Where the first problem ends, or what tells that there is none: 1 is the end of the screen.
        let problemPlace: Double?
        let fontSizes: [Double]

        /// The facts for people to compare.
        var text: String {
            let place =
                switch problemPlace {
                case .some(...0.5): "in the upper half of the screen"
                case .some(...1): "in the lower half of the screen"
                case .some: "below the fold"
                case nil: "nowhere"
                }
            let sizes = fontSizes.map { $0.formatted(.number.precision(.fractionLength(0...1))) }
            return """
                order: \(order.joined(separator: " "))
                bases side by side: \(columns)
                the first problem: \(place)
                font sizes: \(sizes.joined(separator: " "))

                """
        }
    }

    /// What is wrong, each with its kind in front.
    let findings: [String]
    let counts: Counts
    let facts: Facts

    /// The kinds of what is wrong.
    var kinds: Set<String> { Set(findings.map { String($0.prefix { $0 != ":" }) }) }
}

extension ChromiumTab {
    /// Looks at the page as it is.
    func audit() async throws -> PageAudit {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "audit.js")
        let script = try String(contentsOf: file, encoding: .utf8)
        let seen = try await evaluate(script, as: PageAudit.self)
        let heard = AccessibilityNode.findings(in: try await accessibilityTree())
        return PageAudit(
            findings: seen.findings + heard, counts: seen.counts, facts: seen.facts)
    }
}
