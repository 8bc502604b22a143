import ConfigTree

/// All that is wrong with a configuration.
struct ConfigurationError: Error, CustomStringConvertible {
    /// In the order of the file; what is not of the file comes first.
    var problems: [ConfigProblem]

    /// A problem a line, each with the line of the file that it is about.
    var description: String { texts.joined(separator: "\n") }

    /// The same, apart.
    var texts: [String] { problems.map(\.description) }
}
