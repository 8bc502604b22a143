/// What `--help` prints, made from the catalogues.
enum HelpText {
    static let program = "exchangerate-exporter"

    /// What the program is for.
    static let summary =
        "Polls exchangerate.dev and serves exchange rates to Prometheus. The rates are "
        + "indicative, not for settlement."

    /// The exit codes of the program as a whole.
    static let exitCodes: KeyValuePairs<String, String> = [
        "0": "What was asked for is done; of the daemon: a signal ended it.",
        "1": "It could not be done; the reason is on standard error.",
        "2": wrongUsage,
    ]

    /// What the exit code of a wrong command line says.
    static let wrongUsage = "The command line is wrong."

    /// The help of the sub-command of a name; that of the program where there is no such.
    static func text(ofCommand name: String?) -> String {
        guard let subcommand = SubcommandCatalogue.subcommands.first(where: { $0.name == name })
        else { return text }
        return text(of: subcommand)
    }

    /// The help of the whole program.
    static var text: String {
        var page = HelpPage(usage: "\(program) [<command>] [<flags>]")
        page.add(paragraph: summary)
        page.add(section: "Commands")
        for (index, subcommand) in SubcommandCatalogue.subcommands.enumerated() {
            page.add(
                entry: subcommand.usage,
                subcommand.help + (index == 0 ? " (default)" : ""))
        }
        page.add(section: "Flags", flags: FlagCatalogue.flags.filter { $0.isOf(nil) })
        for subcommand in SubcommandCatalogue.subcommands {
            page.add(section: "Flags of \(subcommand.name)", flags: subcommand.ownFlags)
        }
        page.add(section: "Exit codes", exitCodes: Array(exitCodes))
        page.add(section: "Environment", SurroundingsCatalogue.variables)
        page.add(section: "Files", SurroundingsCatalogue.files)
        page.add(
            paragraph: "\(program) COMMAND --help tells more of a command, the manual page "
                + "\(program)(1) more of everything, and \(program)(5) of the settings.")
        return page.text
    }

    /// The help of one sub-command.
    static func text(of subcommand: SubcommandDefinition) -> String {
        let manual = subcommand.manual
        var page = HelpPage(usage: "\(program) \(subcommand.usage) [<flags>]")
        page.add(paragraph: subcommand.help)
        for paragraph in manual.description { page.add(paragraph: paragraph) }
        if !manual.arguments.isEmpty {
            page.add(section: "Arguments")
            for (name, help) in manual.arguments { page.add(entry: name, help) }
        }
        page.add(section: "Flags", flags: subcommand.flags)
        if manual.flags != nil {
            page.add(
                paragraph: "It takes all other flags of \(program), too; they change nothing here.")
        }
        page.add(section: "Exit codes", exitCodes: subcommand.exitCodes)
        if !manual.examples.isEmpty {
            page.add(section: "Examples")
            for (wish, arguments) in manual.examples {
                page.add(example: arguments.isEmpty ? program : "\(program) \(arguments)", wish)
            }
        }
        page.add(
            section: "Environment",
            SurroundingsCatalogue.variables.filter { $0.readers.contains(subcommand.name) })
        page.add(
            section: "Files",
            SurroundingsCatalogue.files.filter { $0.readers.contains(subcommand.name) })
        return page.text
    }
}
