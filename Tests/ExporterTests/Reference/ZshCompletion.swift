@testable import Exporter

/// The completion for zsh.
enum ZshCompletion {
    static var text: String {
        let origin = ReferenceOrigin.lines(catalogue: "catalogues of flags and sub-commands")
        var lines = ["#compdef \(HelpText.program)"] + origin.map { "# \($0)" }
        lines += ["", "local -a commands flags line", "local state", "commands=("]
        lines += SubcommandCatalogue.subcommands.map { subcommand in
            let summary = ShellWords.summary(subcommand.help).replacing(":", with: #"\:"#)
            return "    " + ShellWords.quoted("\(subcommand.name):\(summary)")
        }
        lines += [")", "flags=("]
        lines += specifications(of: nil).map { "    " + $0 }
        lines.append(")")
        for subcommand in SubcommandCatalogue.subcommands where !subcommand.ownFlags.isEmpty {
            lines.append("if (( ${words[(I)\(subcommand.name)]} )); then")
            lines.append("    flags+=(")
            lines += specifications(of: subcommand.name).map { "        " + $0 }
            lines += ["    )", "fi"]
        }
        lines += [
            "_arguments -S $flags '1:command:->command' '*: :->argument' && return",
            "case $state in",
            "    command) _describe command commands ;;",
            "    argument)",
            "        case $line[1] in",
        ]
        lines += SubcommandCatalogue.subcommands.filter { !$0.arguments.isEmpty }.map {
            subcommand in
            "            \(subcommand.name)) _message '\(subcommand.arguments)' ;;"
        }
        lines += ["        esac", "        ;;", "esac"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The flags as `_arguments` takes them: `--name=[what it does]:placeholder:how to complete`.
    private static func specifications(of subcommand: String?) -> [String] {
        FlagCatalogue.flags.filter { $0.isOf(subcommand) }.flatMap { flag -> [String] in
            let help = "[\(escaped(ShellWords.summary(flag.help)))]"
            switch flag.effect {
            case .presence: return [ShellWords.quoted("--\(flag.name)\(help)")]
            case .command:
                let letter = flag.letter.map { [ShellWords.quoted("(- *)-\($0)\(help)")] } ?? []
                return letter + [ShellWords.quoted("(- *)--\(flag.name)\(help)")]
            case .toggle:
                let names = flag.spellings.map { "--\($0)" }
                return names.map {
                    ShellWords.quoted("(\(names.joined(separator: " ")))\($0)\(help)")
                }
            case .value(let placeholder, _, _):
                let repeated = flag.isRepeatable ? "*" : ""
                return [
                    ShellWords.quoted(
                        "\(repeated)--\(flag.name)=\(help):\(placeholder.lowercased()):"
                            + action(of: flag.completion))
                ]
            }
        }
    }

    private static func action(of completion: FlagDefinition.Completion) -> String {
        switch completion {
        case .nothing: " "
        case .file: "_files"
        case .folder: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    private static func escaped(_ text: String) -> String {
        [#"\"#, "[", "]", ":"].reduce(text) { $0.replacing($1, with: #"\"# + $1) }
    }
}
