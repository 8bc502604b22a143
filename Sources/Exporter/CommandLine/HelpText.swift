/// What `--help` prints, made from the catalogues.
enum HelpText {
    static let program = "exchangerate-exporter"

    private static let width = 80
    private static let indent = 30

    /// The whole page.
    static var text: String {
        var lines = ["usage: \(program) [<command>] [<flags>]", ""]
        lines += wrapped(
            "Polls exchangerate.dev and serves exchange rates to Prometheus. The rates are "
                + "indicative, not for settlement.", indent: 0)
        lines += ["", "Commands:"]
        for (index, subcommand) in SubcommandCatalogue.subcommands.enumerated() {
            let name = [subcommand.name, subcommand.arguments].filter { !$0.isEmpty }
                .joined(separator: " ")
            lines += entry(name, subcommand.help + (index == 0 ? " (default)" : ""))
        }
        lines += ["", "Flags:"]
        for flag in FlagCatalogue.flags where flag.subcommand == nil { lines += entry(flag) }
        for subcommand in SubcommandCatalogue.subcommands {
            let flags = FlagCatalogue.flags.filter { $0.subcommand == subcommand.name }
            guard !flags.isEmpty else { continue }
            lines += ["", "Flags of \(subcommand.name):"]
            for flag in flags { lines += entry(flag) }
        }
        lines += ["", "The API key is the first of: api.key_file of the settings, the systemd"]
        lines += ["credential api-key, the variable \(KeySource.variable)."]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func entry(_ flag: FlagDefinition) -> [String] {
        let letter = flag.letter.map { "-\($0), " } ?? "    "
        switch flag.effect {
        case .command, .toggle:
            return entry("\(letter)--\(flag.name)", flag.help)
        case .value(let placeholder, let standard, _):
            let value = standard.isEmpty ? placeholder : "\"\(standard)\""
            return entry("\(letter)--\(flag.name)=\(value)", flag.help)
        }
    }

    private static func entry(_ name: String, _ help: String) -> [String] {
        var lines = wrapped(help, indent: indent)
        let head = "  " + name
        if head.count + 2 <= indent, let first = lines.first {
            lines[0] = head + String(first.dropFirst(head.count))
        } else {
            lines.insert(head, at: 0)
        }
        return lines
    }

    private static func wrapped(_ text: String, indent: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return (lines + [line]).map { String(repeating: " ", count: indent) + $0 }
    }
}
