import CYAML

/// Steps through a YAML text with libyaml; owns the parser and the text that it reads.
struct YAMLEventReader: ~Copyable {
    // The parser points into itself, and reads from the input until it is deleted: both stay where
    // they are until `deinit`.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Makes a reader; nil where memory is short.
    init?(_ bytes: [UInt8]) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        self.parser = parser
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next step; after `streamEnd` there is none to ask for.
    mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&event) }
        var result = YAMLEvent(
            kind: .other, start: ConfigPosition(event.start_mark),
            end: ConfigPosition(event.end_mark))
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            result.kind = .documentStart
        case YAML_ALIAS_EVENT:
            result.kind = .alias
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            result.kind = .scalar(
                ConfigScalar(
                    text: String(
                        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
                        as: UTF8.self),
                    isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE))
            result.isAnchored = scalar.anchor != nil
            result.isTagged = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            result.kind = .listStart
            result.isAnchored = event.data.sequence_start.anchor != nil
            result.isTagged = event.data.sequence_start.tag != nil
        case YAML_SEQUENCE_END_EVENT:
            result.kind = .listEnd
        case YAML_MAPPING_START_EVENT:
            result.kind = .mapStart
            result.isAnchored = event.data.mapping_start.anchor != nil
            result.isTagged = event.data.mapping_start.tag != nil
        case YAML_MAPPING_END_EVENT:
            result.kind = .mapEnd
        case YAML_STREAM_END_EVENT:
            result.kind = .streamEnd
        default:
            result.kind = .other
        }
        return result
    }

    private func syntaxError() -> YAMLSyntaxError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "memory is short"
        return YAMLSyntaxError(
            problem: problem, position: ConfigPosition(parser.pointee.problem_mark),
            context: parser.pointee.context.map {
                (String(cString: $0), ConfigPosition(parser.pointee.context_mark))
            })
    }
}

extension ConfigPosition {
    /// libyaml counts both from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
