extension SubcommandDefinition {
    /// Its name with its arguments.
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    /// The flags that not all take.
    var ownFlags: [FlagDefinition] { FlagCatalogue.flags.filter { $0.isOf(name) } }

    /// The flags that change what it does, its own first.
    var flags: [FlagDefinition] {
        let shared = FlagCatalogue.flags.filter { $0.isOf(nil) }
        guard let names = manual.flags else { return ownFlags + shared }
        return ownFlags + shared.filter { names.contains($0.name) }
    }

    /// All exit codes that it has.
    var exitCodes: [(key: String, value: String)] {
        manual.exitCodes + [(key: "2", value: HelpText.wrongUsage)]
    }
}
