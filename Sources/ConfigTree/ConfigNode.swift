/// A value of a YAML text, with its place.
public struct ConfigNode: Sendable {
    /// A value's kind and what it holds.
    public enum Content: Sendable {
        case scalar(ConfigScalar)
        case list([ConfigNode])
        case map([ConfigEntry])
        /// An error was reported for it already; reads pass over it.
        case unusable
    }

    public var content: Content
    /// Where its first character stands.
    public var start: ConfigPosition
    /// The place after its last character.
    public var end: ConfigPosition

    /// Whether it stands for "not given": `key:`, `key: ~` or `key: null`.
    public var isNull: Bool {
        switch content {
        case .scalar(let scalar): scalar.isNull
        case .list, .map, .unusable: false
        }
    }
}

/// One value that is neither a list nor a map.
public struct ConfigScalar: Sendable, Hashable {
    /// The text without quotes, escapes resolved.
    public var text: String
    /// Whether it was quoted, or a block of text: then it is a text whatever it looks like.
    public var isQuoted: Bool

    /// Whether it is one of YAML's words for nothing.
    public var isNull: Bool {
        !isQuoted && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}

/// A key of a map and its value.
public struct ConfigEntry: Sendable {
    public var key: String
    /// Where the key stands.
    public var keyStart: ConfigPosition
    /// The place after the key.
    public var keyEnd: ConfigPosition
    public var value: ConfigNode
}
