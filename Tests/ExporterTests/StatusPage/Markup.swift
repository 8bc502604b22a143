/// A document taken apart by the rules that the status page keeps to: every element is closed,
/// every attribute has its value in double quotes, every text is escaped.
struct Markup {
    struct Failure: Error {
        let reason: String
        let near: String
    }

    struct Element {
        let name: String
        let attributes: [(name: String, value: String)]

        func value(of name: String) -> String? {
            attributes.first { $0.name == name }?.value
        }
    }

    struct Text {
        /// The name of the element that it stands in.
        let parent: String
        /// As it is written, with its escapes.
        let text: String
    }

    private static let voids: Set = ["meta", "link", "br"]

    private(set) var elements: [Element] = []
    /// All that stands between tags, as it is written, apart from the style sheet.
    private(set) var texts: [Text] = []
    /// The content of the style element.
    private(set) var style = ""

    init(_ document: String) throws {
        let prologue = "<!DOCTYPE html>\n"
        guard document.hasPrefix(prologue) else { throw Failure(reason: "no doctype", near: "") }
        var rest = document.dropFirst(prologue.count)
        var open: [String] = []
        while let start = rest.firstIndex(of: "<") {
            let text = String(rest[..<start])
            if open.last == "style" {
                style += text
            } else {
                texts.append(Text(parent: open.last ?? "", text: text))
            }
            guard let end = rest[start...].firstIndex(of: ">") else {
                throw Failure(reason: "a tag that does not end", near: String(rest.prefix(80)))
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard open.popLast() == String(tag.dropFirst()) else {
                    throw Failure(reason: "closed in the wrong order", near: String(tag))
                }
                continue
            }
            let isClosed = tag.hasSuffix("/")
            let element = try Self.element(isClosed ? tag.dropLast() : tag)
            elements.append(element)
            if !isClosed, !Self.voids.contains(element.name) { open.append(element.name) }
        }
        guard open.isEmpty else { throw Failure(reason: "not closed", near: open.joined()) }
        texts.append(Text(parent: "", text: String(rest)))
    }

    private static func element(_ tag: Substring) throws -> Element {
        let pattern = #/([a-z][a-z0-9]*)((?: [a-zA-Z-]+="[^"<>]*")*)/#
        guard let match = tag.wholeMatch(of: pattern) else {
            throw Failure(reason: "no tag", near: String(tag.prefix(80)))
        }
        let attributes = match.2.matches(of: #/ ([a-zA-Z-]+)="([^"]*)"/#)
            .map { (name: String($0.1), value: String($0.2)) }
        return Element(name: String(match.1), attributes: attributes)
    }
}
