import ConfigTree
import ExchangeRate

/// One sub-command: its name, its words in the help, and what its arguments make of it.
struct SubcommandDefinition: Sendable {
    var name: String
    /// The arguments as the help shows them.
    var arguments = ""
    /// For the help, in one line of text.
    var help: String
    /// What its own help tells beyond that.
    var manual = SubcommandManual()
    var command: @Sendable ([String]) throws(UsageError) -> Command
}

/// All sub-commands: the parser, the help, the manual page, the completions and the tests go by it.
enum SubcommandCatalogue {
    /// In the order of the help; the first is taken where none is named.
    static let subcommands: [SubcommandDefinition] = [
        SubcommandDefinition(
            name: "run", help: "Poll and serve, until a signal ends it.", manual: .run
        ) { (arguments) throws(UsageError) in
            try refuse(arguments)
            return .run
        },
        SubcommandDefinition(
            name: "check-config", help: "Check the settings and show the plan they lead to.",
            manual: .checkConfig
        ) { (arguments) throws(UsageError) in
            try refuse(arguments)
            return .checkConfig
        },
        SubcommandDefinition(
            name: "fetch", arguments: "BASE [SYMBOL...]",
            help: "Ask for rates once and print them; without symbols, all that there are.",
            manual: .fetch
        ) { (arguments) throws(UsageError) in
            guard let base = arguments.first else {
                throw UsageError(message: "fetch needs a base, such as: fetch USD EUR GBP")
            }
            let symbols = try arguments.dropFirst().map { (text) throws(UsageError) in
                try code(text)
            }
            return .fetch(base: try code(base), symbols: symbols)
        },
        SubcommandDefinition(
            name: "test-alert", arguments: "[RECEIVER...]",
            help: "Send a test notification to these receivers, or to all, one try each, and show "
                + "what came back.",
            manual: .testAlert
        ) { (arguments) throws(UsageError) in
            .testAlert(receivers: arguments)
        },
        SubcommandDefinition(
            name: "rehearse",
            help: "Run the settings on a virtual clock against real rates of past days, and show "
                + "who would have been told what.",
            manual: .rehearse
        ) { (arguments) throws(UsageError) in
            try refuse(arguments)
            return .rehearse
        },
        SubcommandDefinition(
            name: "health",
            help: "Ask the daemon at --web.listen-address whether it works; ends with 0 or 1.",
            manual: .health
        ) { (arguments) throws(UsageError) in
            try refuse(arguments)
            return .health
        },
    ]

    /// The flag that a file of settings belongs to; empty for any other word.
    static func configurationGuess(_ word: String) -> String {
        let isFile = [".yml", ".yaml"].contains { word.lowercased().hasSuffix($0) }
        let isShown = Configuration.redaction.cleanWord(word) == word
        return isFile && isShown ? "; did you mean --config.file=\(word)?" : ""
    }

    private static func refuse(_ arguments: [String]) throws(UsageError) {
        guard let argument = arguments.first else { return }
        throw UsageError(
            message: "unexpected argument \"\(argument)\"" + configurationGuess(argument))
    }

    private static func code(_ text: String) throws(UsageError) -> CurrencyCode {
        guard let code = CurrencyCode(text) else {
            throw UsageError(
                message: "\"\(text)\" is no currency; allowed are three letters, such as EUR")
        }
        return code
    }
}
