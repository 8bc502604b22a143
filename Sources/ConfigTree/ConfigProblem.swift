/// One thing that is wrong in a file, in words that hold no secret.
public struct ConfigProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file as the user named it.
    public var file: String
    /// Nil where it is about the file as a whole.
    public var position: ConfigPosition?
    /// The key, what was found, and what is allowed.
    public var message: String
    /// The line with a caret under the place, in two lines; nil where there is none to show.
    public var excerpt: String?

    /// Makes a problem.
    public init(
        file: String, position: ConfigPosition? = nil, message: String, excerpt: String? = nil
    ) {
        self.file = file
        self.position = position
        self.message = message
        self.excerpt = excerpt
    }

    public var description: String {
        let place = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(file.printable)\(place): \(message.printable)" + (excerpt.map { "\n\($0)" } ?? "")
    }
}
