/// Lays a help out for a terminal of 80 columns.
struct HelpPage {
    private static let width = 80
    private static let indent = 30

    private var lines: [String]

    /// Begins a page.
    init(usage: String) {
        lines = ["usage: \(usage)"]
    }

    /// The whole of it.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a paragraph after an empty line.
    mutating func add(paragraph: String) {
        lines += [""] + Self.wrapped(paragraph, indent: 0)
    }

    /// Adds the head of a section.
    mutating func add(section title: String) {
        lines += ["", "\(title):"]
    }

    /// Adds flags; nothing where there are none.
    mutating func add(section title: String, flags: [FlagDefinition]) {
        guard !flags.isEmpty else { return }
        add(section: title)
        for flag in flags {
            let letter = flag.letter.map { "-\($0), " } ?? "    "
            add(entry: letter + flag.usage, flag.help)
        }
    }

    /// Adds exit codes.
    mutating func add(section title: String, exitCodes: [(key: String, value: String)]) {
        add(section: title)
        for (code, help) in exitCodes { add(entry: code, help, indent: 6) }
    }

    /// Adds variables or files; nothing where there are none.
    mutating func add(section title: String, _ surroundings: [Surrounding]) {
        guard !surroundings.isEmpty else { return }
        add(section: title)
        for surrounding in surroundings { add(entry: surrounding.name, surrounding.help) }
    }

    /// Adds a command line under what it is for.
    mutating func add(example command: String, _ wish: String) {
        lines += Self.wrapped(wish, indent: 2)
        lines.append("      " + command)
    }

    /// Adds a name, and what it stands for in a column beside it.
    mutating func add(entry name: String, _ help: String, indent: Int = Self.indent) {
        var entry = Self.wrapped(help, indent: indent)
        let head = "  " + name
        if head.count + 2 <= indent, let first = entry.first {
            entry[0] = head + String(first.dropFirst(head.count))
        } else {
            entry.insert(head, at: 0)
        }
        lines += entry
    }

    private static func wrapped(_ text: String, indent: Int) -> [String] {
        text.wrapped(to: width - indent).map { String(repeating: " ", count: indent) + $0 }
    }
}
