import ConfigTree

/// Reads the arguments of the program by the two catalogues.
struct CommandLineParser {
    /// What the arguments ask for.
    struct Invocation: Sendable, Hashable {
        var command: Command
        var options: Options
    }

    private var arguments: ArraySlice<String>
    private var options = Options()
    private var seen: [FlagDefinition] = []
    private var words: [String] = []

    /// Reads arguments, without the program's own name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = CommandLineParser(arguments: arguments[...])
        do throws(UsageError) {
            return try parser.run()
        } catch {
            throw error.redacted(arguments)
        }
    }

    private init(arguments: ArraySlice<String>) {
        self.arguments = arguments
    }

    private mutating func run() throws(UsageError) -> Invocation {
        while let argument = arguments.popFirst() {
            if argument == "--" {
                words += arguments
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            if let command = try take(argument) {
                return Invocation(
                    command: completed(command, by: words + arguments), options: options)
            }
        }
        let catalogue = SubcommandCatalogue.subcommands
        let name = words.first ?? catalogue.first?.name ?? ""
        guard let subcommand = catalogue.first(where: { $0.name == name }) else {
            if let command = Self.commandOfFlag(named: name) {
                return Invocation(
                    command: completed(command, by: Array(words.dropFirst())),
                    options: options)
            }
            let fileGuess = SubcommandCatalogue.configurationGuess(name)
            throw UsageError(
                message: "unknown command \"\(name)\""
                    + (fileGuess.isEmpty
                        ? Self.guess(name, among: catalogue.map(\.name)) : fileGuess))
        }
        if let flag = seen.first(where: {
            !$0.subcommands.isEmpty && !$0.subcommands.contains(name)
        }) {
            throw UsageError(message: "--\(flag.name) is no flag of \(name)")
        }
        guard !options.isVerbose else {
            throw UsageError(
                message: "--verbose goes with --version; the log says more with --log.level=debug")
        }
        let command = try subcommand.command(Array(words.dropFirst()))
        return Invocation(command: command, options: options)
    }

    /// What a flag such as `--help` does, for those who write it without its dashes.
    private static func commandOfFlag(named name: String) -> Command? {
        guard let flag = FlagCatalogue.flags.first(where: { $0.name == name }) else { return nil }
        switch flag.effect {
        case .command(let command): return command
        case .value, .toggle, .presence: return nil
        }
    }

    /// A command of a flag, with what the words and flags beside that flag say of it.
    ///
    /// A help is of the sub-command that is named beside it.
    private func completed(_ command: Command, by words: [String]) -> Command {
        switch command {
        case .showHelp:
            let names = SubcommandCatalogue.subcommands.map(\.name)
            return .showHelp(of: words.first(where: names.contains))
        case .showVersion:
            return .showVersion(
                isVerbose: options.isVerbose || words.contains { $0.hasPrefix("--verbose") })
        case .run, .checkConfig, .fetch, .testAlert, .rehearse, .health: return command
        }
    }

    /// Takes a flag and its value; a command where the flag stands for one.
    private mutating func take(_ argument: String) throws(UsageError) -> Command? {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts[0])
        let flag = try Self.flag(written)
        let attached = parts.count > 1 ? String(parts[1]) : nil
        switch flag.effect {
        case .command(let command):
            try Self.refuseValue(attached, of: written)
            return command
        case .presence(let apply):
            try Self.refuseValue(attached, of: written)
            apply(&options)
            return nil
        case .toggle(let apply):
            apply(try Self.isOn(flag, written: written, attached: attached), &options)
            seen.append(flag)
            return nil
        case .value(_, _, let apply):
            guard let value = attached ?? arguments.popFirst() else {
                throw UsageError(message: "expected a value for \(written)")
            }
            // `--config.file --log.level=debug` has lost a value, not a file of that name.
            guard attached != nil || !value.hasPrefix("--") else {
                throw UsageError(message: "expected a value for \(written), found \"\(value)\"")
            }
            let isFirst = !seen.contains { $0.name == flag.name }
            guard isFirst || flag.isRepeatable else {
                throw UsageError(message: "\(written) cannot be repeated")
            }
            try apply(value, isFirst, &options)
            seen.append(flag)
            return nil
        }
    }

    private static func isOn(
        _ flag: FlagDefinition, written: String, attached: String?
    ) throws(UsageError) -> Bool {
        if written == "--no-\(flag.name)" {
            try refuseValue(attached, of: written)
            return false
        }
        guard let attached else { return true }
        guard let isOn = Bool(attached) else {
            throw UsageError(
                message: "\(written): found \"\(attached)\"; "
                    + "allowed is true or false, or none for true")
        }
        return isOn
    }

    private static func refuseValue(
        _ attached: String?, of written: String
    ) throws(UsageError) {
        guard attached == nil else { throw UsageError(message: "\(written) takes no value") }
    }

    private static func flag(_ written: String) throws(UsageError) -> FlagDefinition {
        let flags = FlagCatalogue.flags
        if written.hasPrefix("--") {
            let name = String(written.dropFirst(2))
            guard let flag = flags.first(where: { $0.isWritten(name) }) else {
                throw UsageError(message: "unknown long flag '\(written)'" + guess(flag: name))
            }
            return flag
        }
        guard written.count == 2, let flag = flags.first(where: { $0.letter == written.last })
        else {
            // One dash before a long name is how Go's flag package has it.
            let name = written.count > 2 ? String(written.dropFirst()) : ""
            throw UsageError(message: "unknown short flag '\(written)'" + guess(flag: name))
        }
        return flag
    }

    /// Of a flag's name, or of the first or last word of one: `--config` stands for `--config.file`.
    private static func guess(flag name: String) -> String {
        if let advice = FlagCatalogue.foreign.first(where: { $0.key == name })?.value {
            return "; \(advice)"
        }
        let names = FlagCatalogue.flags.map(\.name)
        let begun = names.filter { $0.hasPrefix(name + ".") }
        if begun.count == 1 { return "; did you mean --\(begun[0])?" }
        let holders = names.filter { $0.split(separator: ".").contains { $0 == name } }
        if holders.count == 1 { return "; did you mean --\(holders[0])?" }
        return guess(name, among: names, prefix: "--")
    }

    private static func guess(
        _ word: String, among words: [String], prefix: String = ""
    ) -> String {
        Spelling.nearest(to: word, among: words).map { "; did you mean \(prefix)\($0)?" } ?? ""
    }
}
