/// Collects all that is wrong in a file, and shows it without its secrets.
///
/// Reads that take their values from `root()` record errors here and go on, so that one run finds
/// them all. The lines are shown at the end, when every read has said which values are plain.
public final class ConfigReport {
    private struct Entry {
        var position: ConfigPosition?
        var key: String?
        var message: String
        /// Whether it is about a key itself, as the text has it.
        var isOfKey = false
    }

    private let file: String
    private let redaction: Redaction
    private let text: ConfigText
    private let isYAML: Bool
    private let tree: ConfigNode?
    private var entries: [Entry] = []
    private var displays: [ConfigPosition: LineExcerpt.Display] = [:]
    /// By the places of the keys that are not shown, the words that stand for them in a message.
    private var sealedKeys: [ConfigPosition: String] = [:]

    /// Reads a text; what keeps it from being read is recorded like every other error.
    ///
    /// - Parameters:
    ///   - file: the name to show.
    ///   - bytes: the text in UTF-8.
    ///   - redaction: what may be shown of it.
    public init(file: String, bytes: [UInt8], redaction: Redaction = Redaction()) {
        self.file = file
        self.redaction = redaction
        text = ConfigText(bytes)
        do throws(ConfigText.Fault) {
            try text.check()
        } catch {
            isYAML = false
            tree = nil
            entries = [Entry(position: error.position, message: error.message)]
            return
        }
        let result = TreeBuilder.build(text.bytes)
        // Without a tree nothing is known of the words of a line.
        isYAML = result.syntaxError == nil && (result.root != nil || result.faults.isEmpty)
        tree = result.root
        entries = result.faults.map {
            Entry(position: $0.position, key: $0.key, message: $0.message, isOfKey: true)
        }
        if let error = result.syntaxError {
            let (position, message) = error.advice(in: text)
            entries.append(Entry(position: position, message: message))
        }
        if let tree { sealWords(in: tree, path: "") }
    }

    /// The file's map; empty where the file is, or where it cannot be read.
    public func root() -> MapReader {
        let start = ConfigPosition(line: 1, column: 1)
        guard let tree, !tree.isNull else {
            return MapReader(entries: [], path: "", position: start, report: self)
        }
        return ValueReader(node: tree, path: "", report: self).map()
            ?? MapReader(entries: [], path: "", position: start, report: self)
    }

    /// All errors so far, in the order of the text.
    public var problems: [ConfigProblem] {
        let spans = isYAML ? spansByLine() : nil
        let sorted = entries.enumerated().sorted { left, right in
            switch (left.element.position, right.element.position) {
            case (let left?, let right?) where left != right: left < right
            case (nil, .some): true
            case (.some, nil): false
            case (.some, .some), (nil, nil): left.offset < right.offset
            }
        }
        return sorted.map { problem(of: $0.element, spans: spans) }
    }

    /// Records an error.
    func add(at position: ConfigPosition?, key: String?, _ message: String) {
        entries.append(Entry(position: position, key: key, message: message))
    }

    /// Declares how a value, or each of a list, may be shown.
    ///
    /// Not the values of a map that stands in its place: their keys may name secrets.
    func show(_ node: ConfigNode, as display: LineExcerpt.Display) {
        switch node.content {
        case .scalar: displays[node.start] = display
        case .list(let nodes): nodes.forEach { show($0, as: display) }
        case .map, .unusable: break
        }
    }

    /// How a value may be shown, as far as reads have said.
    func display(of node: ConfigNode) -> LineExcerpt.Display {
        displays[node.start] ?? .hidden
    }

    /// Declares that nothing of a value is shown, the keys of a map in it included.
    ///
    /// - Parameter path: the keys that lead to it.
    func seal(_ node: ConfigNode, path: String) {
        switch node.content {
        case .scalar: displays[node.start] = .hidden
        case .list(let nodes):
            for (index, node) in nodes.enumerated() { seal(node, path: "\(path)[\(index)]") }
        case .map(let entries):
            for entry in entries {
                sealKey(of: entry, in: path)
                seal(entry.value, path: self.path(of: entry, in: path))
            }
        case .unusable: break
        }
    }

    /// Takes back that a key is not shown.
    func unsealKey(of entry: ConfigEntry) {
        sealedKeys[entry.keyStart] = nil
    }

    /// The path of a key of a map, as a message may have it.
    func path(of entry: ConfigEntry, in map: String) -> String {
        sealedKeys[entry.keyStart] ?? (map.isEmpty ? entry.key : "\(map).\(entry.key)")
    }

    /// What is wrong with a text that is to be shown, such as a name; nil where nothing is.
    ///
    /// What is taken stands in plans, pages and labels, and nobody cuts it there.
    func objection(toShowing text: String) -> String? {
        redaction.holdsSecret(text)
            ? "found what looks like a secret, which belongs in a file of its own" : nil
    }

    /// A text as an error may quote it: one line, short, and without what is known as a secret.
    func quotable(_ text: String) -> String {
        let limit = 60
        let clean = redaction.clean(text)
        let shown = clean.unicodeScalars.prefix(limit).map(\.printable).joined()
        return clean.unicodeScalars.count > limit ? shown + "…" : shown
    }

    /// Seals what YAML takes for a key and nobody wrote as one: in `{url: a,b}`, `b` has no colon.
    private func sealWords(in node: ConfigNode, path: String) {
        switch node.content {
        case .scalar, .unusable: break
        case .list(let nodes):
            for (index, node) in nodes.enumerated() {
                sealWords(in: node, path: "\(path)[\(index)]")
            }
        case .map(let entries):
            for entry in entries {
                if entry.value.isNull, !hasColon(entry) { sealKey(of: entry, in: path) }
                sealWords(in: entry.value, path: self.path(of: entry, in: path))
            }
        }
    }

    private func hasColon(_ entry: ConfigEntry) -> Bool {
        let (start, end) = (entry.keyEnd, entry.value.end)
        return (start.line...max(start.line, end.line)).contains { number in
            guard text.lines.indices.contains(number - 1) else { return false }
            let line = text.lines[number - 1]
            let from = number == start.line ? start.column - 1 : 0
            let to = number == end.line ? end.column - 1 : line.count
            return line.prefix(to).dropFirst(from).prefix { $0 != "#" }.contains(":")
        }
    }

    private func sealKey(of entry: ConfigEntry, in path: String) {
        sealedKeys[entry.keyStart] = (path.isEmpty ? "" : path + ".") + Redaction.mask
    }

    private func problem(of entry: Entry, spans: [Int: [LineExcerpt.Span]]?) -> ConfigProblem {
        let sealed = entry.isOfKey ? entry.position.flatMap { sealedKeys[$0] } : nil
        let key = (sealed ?? entry.key).map { quotable(redaction.cleanKey($0)) + ": " } ?? ""
        var problem = ConfigProblem(
            file: file, position: entry.position, message: key + entry.message)
        if let position = entry.position, text.lines.indices.contains(position.line - 1) {
            let excerpt = LineExcerpt(
                text.lines[position.line - 1], number: position.line,
                spans: spans.map { $0[position.line] ?? [] }, redaction: redaction)
            problem.excerpt = excerpt.text(caretAt: position.column)
        }
        return problem
    }

    private func spansByLine() -> [Int: [LineExcerpt.Span]] {
        var spans: [LineExcerpt.Span] = []
        if let tree { collect(tree, into: &spans) }
        var lines: [Int: [LineExcerpt.Span]] = [:]
        for span in spans {
            for line in span.start.line...max(span.start.line, span.end.line) {
                lines[line, default: []].append(span)
            }
        }
        return lines
    }

    private func collect(_ node: ConfigNode, into spans: inout [LineExcerpt.Span]) {
        switch node.content {
        case .scalar, .unusable:
            let display = displays[node.start] ?? .hidden
            spans.append(LineExcerpt.Span(start: node.start, end: node.end, display: display))
        case .list(let nodes):
            nodes.forEach { collect($0, into: &spans) }
        case .map(let entries):
            for entry in entries {
                let display =
                    sealedKeys[entry.keyStart] == nil ? LineExcerpt.Display.key : .hidden
                spans.append(
                    LineExcerpt.Span(start: entry.keyStart, end: entry.keyEnd, display: display))
                collect(entry.value, into: &spans)
            }
        }
    }
}
