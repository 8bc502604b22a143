extension SubcommandDefinition {
    /// Its name with its arguments.
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    /// The flags that it alone takes.
    var ownFlags: [FlagDefinition] { FlagCatalogue.flags.filter { $0.subcommand == name } }

    /// The flags that change what it does, its own first.
    var flags: [FlagDefinition] {
        let shared = FlagCatalogue.flags.filter { $0.subcommand == nil }
        guard let names = manual.flags else { return ownFlags + shared }
        return ownFlags + shared.filter { names.contains($0.name) }
    }

    /// All exit codes that it has.
    var exitCodes: [(key: String, value: String)] {
        manual.exitCodes + [(key: "2", value: HelpText.wrongUsage)]
    }
}
