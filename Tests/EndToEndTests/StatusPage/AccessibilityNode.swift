/// A node of what a browser tells a screen reader.
struct AccessibilityNode: Decodable, Sendable {
    struct Text: Decodable, Sendable {
        /// Numbers and claims, which other properties have, are not looked at.
        let value: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            value = try? container.decode(String.self, forKey: .value)
        }

        private enum Key: CodingKey { case value }
    }

    let ignored: Bool
    let role: Text?
    let name: Text?

    /// Roles that are of no use without a name.
    private static let named: Set = [
        "RootWebArea", "button", "checkbox", "heading", "image", "link", "meter", "navigation",
        "progressbar", "region", "table", "textbox",
    ]

    /// Landmarks of which a page has one.
    private static let single = ["banner", "contentinfo", "main"]

    /// What is wrong with a tree, each with its kind in front.
    static func findings(in tree: [AccessibilityNode]) -> [String] {
        let nodes = tree.filter { !$0.ignored }
        let nameless = nodes.filter { node in
            named.contains(node.role?.value ?? "")
                && (node.name?.value ?? "").allSatisfy(\.isWhitespace)
        }
        let counts = single.map { role in (role, nodes.count { $0.role?.value == role }) }
        return nameless.map { "name: a \($0.role?.value ?? "") has none" }
            + counts.filter { $0.1 != 1 }.map { "landmark: \($0.1) of \($0.0)" }
    }
}
