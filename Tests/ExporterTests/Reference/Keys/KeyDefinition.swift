import Delivery

/// One key of the configuration: its name, what it takes, what is in force without it, and why.
struct KeyDefinition: Sendable {
    /// What is in force where the key is absent.
    enum Standard: Sendable {
        /// A value, in YAML.
        case value(String)
        /// Something that depends on other things, in Markdown, and a value to begin with.
        case words(String, example: String = "")
        /// An error; the example is what somebody might write.
        case required(example: String)
        case none

        /// For people, in Markdown.
        var markdown: String {
            switch self {
            case .value(let yaml): "`\(yaml)`"
            case .words(let words, _): words
            case .required: "must be there"
            case .none: "–"
            }
        }
    }

    var name: String
    var kind: KeyKind
    var standard = Standard.none
    /// In Markdown.
    var meaning: String
    /// The types of receivers that have it; nil: all.
    var types: [ReceiverType]?
    /// A key that must not stand beside it.
    var rival: String?
    /// Whether the name is one of the user's.
    var isOfUser = false

    /// Whether the receivers of a type have it; nil is of no receiver.
    func belongs(to type: ReceiverType?) -> Bool {
        guard let types, let type else { return true }
        return types.contains(type)
    }
}
