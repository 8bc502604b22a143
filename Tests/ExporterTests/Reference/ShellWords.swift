@testable import Exporter

/// What completions say of commands and flags.
enum ShellWords {
    /// The flags that are followed by a value, with their dashes.
    static var flagsWithValue: [String] {
        FlagCatalogue.flags.filter(\.takesValue).map { "--\($0.name)" }
    }

    /// The first clause of a help, short enough for a list.
    static func summary(_ help: String) -> String {
        var clause = help.prefix { $0 != ";" }
        if let end = clause.firstRange(of: ". ")?.lowerBound { clause = clause[..<end] }
        return clause.last == "." ? String(clause.dropLast()) : String(clause)
    }

    /// A text in single quotes, as bash, zsh and the like read it.
    static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: #"'\''"#))'"
    }
}

extension FlagDefinition {
    /// Whether a value follows.
    var takesValue: Bool {
        switch effect {
        case .value: true
        case .toggle, .presence, .command: false
        }
    }
}
