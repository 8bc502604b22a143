/// Builds nodes from a YAML text of one document, without anchors, aliases and tags.
///
/// Anchors are refused rather than bounded: a file of settings needs none, and a few lines of them
/// can stand for billions of values.
struct TreeBuilder: ~Copyable {
    /// Deeper than any settings are; it bounds the recursion.
    static let depthLimit = 16

    /// An error that leaves the rest of the text readable.
    struct Fault {
        var position: ConfigPosition
        /// The key that it is about, where there is one.
        var key: String?
        var message: String
    }

    private enum Stop: Error {
        case syntax(YAMLSyntaxError)
        case fault(Fault)
    }

    /// What was found.
    struct Result {
        /// Nil where the text is empty, or broken.
        var root: ConfigNode?
        var faults: [Fault] = []
        /// Where the text stops being YAML; nothing is known of what follows.
        var syntaxError: YAMLSyntaxError?
    }

    private var events: YAMLEventReader
    private var faults: [Fault] = []

    /// Reads a whole text.
    static func build(_ bytes: [UInt8]) -> Result {
        guard let events = YAMLEventReader(bytes) else {
            return Result(
                syntaxError: YAMLSyntaxError(
                    problem: "memory is short", position: ConfigPosition(line: 1, column: 1)))
        }
        var builder = TreeBuilder(events: events)
        return builder.run()
    }

    private init(events: consuming YAMLEventReader) {
        self.events = events
    }

    private mutating func run() -> Result {
        do throws(Stop) {
            return Result(root: try document(), faults: faults)
        } catch {
            switch error {
            case .syntax(let error): return Result(faults: faults, syntaxError: error)
            case .fault(let fault): return Result(faults: faults + [fault])
            }
        }
    }

    private mutating func document() throws(Stop) -> ConfigNode? {
        var root: ConfigNode?
        var hasBegun = false
        while true {
            let event = try next()
            switch event.kind {
            case .streamEnd:
                return root
            case .documentStart where hasBegun:
                report(event.start, "a second document begins here; a file holds one")
                return root
            case .documentStart:
                hasBegun = true
            case .other:
                break
            case .alias, .scalar, .listStart, .mapStart, .listEnd, .mapEnd:
                root = try node(from: event, path: "", depth: 1)
            }
        }
    }

    private mutating func next() throws(Stop) -> YAMLEvent {
        do throws(YAMLSyntaxError) {
            return try events.next()
        } catch {
            throw .syntax(error)
        }
    }

    private mutating func node(
        from event: YAMLEvent, path: String, depth: Int
    ) throws(Stop) -> ConfigNode {
        guard depth <= Self.depthLimit else {
            throw .fault(
                Fault(
                    position: event.start,
                    message: "nested too deep; allowed are \(Self.depthLimit) levels"))
        }
        var node = ConfigNode(content: .unusable, start: event.start, end: event.end)
        switch event.kind {
        case .scalar(let scalar):
            node.content = .scalar(scalar)
        case .listStart:
            var nodes: [ConfigNode] = []
            while true {
                let item = try next()
                if case .listEnd = item.kind {
                    node.end = item.end
                    break
                }
                nodes.append(
                    try self.node(
                        from: item, path: "\(path)[\(nodes.count)]", depth: depth + 1))
            }
            node.content = .list(nodes)
        case .mapStart:
            (node.content, node.end) = try map(path: path, depth: depth)
        case .alias:
            report(event.start, "found an alias; write the value itself")
        case .documentStart, .listEnd, .mapEnd, .streamEnd, .other:
            break
        }
        if event.isAnchored {
            report(event.start, "found an anchor; write the value where it is needed")
            node.content = .unusable
        } else if event.isTagged {
            report(event.start, "found a tag; remove it")
            node.content = .unusable
        }
        return node
    }

    private mutating func map(
        path: String, depth: Int
    ) throws(Stop) -> (ConfigNode.Content, ConfigPosition) {
        var entries: [ConfigEntry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try next()
            if case .mapEnd = event.kind { return (.map(entries), event.end) }
            let key = try node(from: event, path: path, depth: depth + 1)
            var keyPath = path
            if case .scalar(let scalar) = key.content {
                keyPath += (path.isEmpty ? "" : ".") + scalar.text
            }
            let value = try node(from: try next(), path: keyPath, depth: depth + 1)
            guard case .scalar(let scalar) = key.content else {
                if case .unusable = key.content { continue }
                report(key.start, "a key must be a word; found a list or a map")
                continue
            }
            if let line = lines[scalar.text] {
                faults.append(
                    Fault(
                        position: key.start, key: keyPath,
                        message: "given twice; the first is on line \(line); remove one"))
            }
            lines[scalar.text] = lines[scalar.text] ?? key.start.line
            entries.append(
                ConfigEntry(
                    key: scalar.text, keyStart: key.start, keyEnd: key.end, value: value))
        }
    }

    private mutating func report(_ position: ConfigPosition, _ message: String) {
        faults.append(Fault(position: position, message: message))
    }
}
