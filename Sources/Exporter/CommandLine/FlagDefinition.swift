/// One flag: its name, its words in the help, and what its value does.
struct FlagDefinition: Sendable {
    /// What a flag takes.
    enum Effect: Sendable {
        /// Needs a value; the second argument tells whether it is the flag's first.
        case value(
            placeholder: String, default: String,
            apply: @Sendable (String, _ isFirst: Bool, inout Options) throws(UsageError) -> Void)
        /// Is on where it is given, or `=true`; off with `=false`, or `no-` before its name.
        case toggle(apply: @Sendable (Bool, inout Options) -> Void)
        /// Is on where it is given; takes no value.
        case presence(apply: @Sendable (inout Options) -> Void)
        /// Ends the parsing.
        case command(Command)
    }

    /// What a shell may offer as the value of a flag.
    enum Completion: Sendable, Hashable {
        case nothing
        case file
        case folder
        /// The only values there are.
        case words([String])
    }

    /// Without the dashes.
    var name: String
    /// One letter for use with one dash.
    var letter: Character?
    /// The sub-commands that alone take it; none: all do.
    var subcommands: [String] = []
    var isRepeatable = false
    var completion = Completion.nothing
    /// For the help, in one line of text.
    var help: String
    var effect: Effect
}

extension FlagDefinition {
    /// The flag as the help writes it, in the way of Prometheus' programs.
    ///
    /// `--web.max-requests=40`, `--web.telemetry-path="/metrics"`, `--web.listen-address=:10978 ...`.
    var usage: String {
        switch effect {
        case .command, .presence: return "--\(name)"
        case .toggle: return "--[no-]\(name)"
        case .value(let placeholder, let standard, _):
            guard !standard.isEmpty else { return "--\(name)=\(placeholder)" }
            if isRepeatable { return "--\(name)=\(standard) ..." }
            return "--\(name)=" + (isText(standard) ? "\"\(standard)\"" : standard)
        }
    }

    /// Whether a sub-command is among the few that take it; for nil, whether all do.
    func isOf(_ subcommand: String?) -> Bool {
        subcommand.map(subcommands.contains) ?? subcommands.isEmpty
    }

    /// Whether a name, without the dashes, stands for it; with `no-` in front for one to switch off.
    func isWritten(_ name: String) -> Bool { spellings.contains(name) }

    /// All that stands for it, without the dashes: a toggle has a second name, which switches it off.
    var spellings: [String] {
        switch effect {
        case .value, .command, .presence: [name]
        case .toggle: [name, "no-\(name)"]
        }
    }

    /// Whether a value is neither a word of a list nor a number.
    private func isText(_ value: String) -> Bool {
        switch completion {
        case .words: false
        case .nothing, .file, .folder: Int(value) == nil
        }
    }
}
