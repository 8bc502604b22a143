/// One step through a YAML text.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case alias
        case scalar(ConfigScalar)
        case listStart
        case listEnd
        case mapStart
        case mapEnd
        case streamEnd
        /// Something that carries no value: the start of the stream, the end of a document.
        case other
    }

    var kind: Kind
    /// Whether an anchor (`&name`) stands before it.
    var isAnchored = false
    /// Whether a tag (`!!str`) stands before it.
    var isTagged = false
    var start: ConfigPosition
    var end: ConfigPosition
}

/// Where and why a text is not YAML.
struct YAMLSyntaxError: Error {
    /// libyaml's words; they never quote the text.
    var problem: String
    var position: ConfigPosition
    /// What libyaml was reading, and where that began.
    var context: (words: String, position: ConfigPosition)?
}
