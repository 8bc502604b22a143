/// One flag: its name, its words in the help, and what its value does.
struct FlagDefinition: Sendable {
    /// What a flag takes.
    enum Effect: Sendable {
        /// Needs a value; the second argument tells whether it is the flag's first.
        case value(
            placeholder: String, default: String,
            apply: @Sendable (String, _ isFirst: Bool, inout Options) throws(UsageError) -> Void)
        /// Is on where it is given, or `=true`; off with `=false`.
        case toggle(apply: @Sendable (Bool, inout Options) -> Void)
        /// Ends the parsing.
        case command(Command)
    }

    /// Without the dashes.
    var name: String
    /// One letter for use with one dash.
    var letter: Character?
    /// The sub-command that alone takes it; nil: all do.
    var subcommand: String?
    var isRepeatable = false
    /// For the help, in one line of text.
    var help: String
    var effect: Effect
}
