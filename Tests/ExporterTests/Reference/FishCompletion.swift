@testable import Exporter

/// The completion for fish.
enum FishCompletion {
    private static let program = HelpText.program

    static var text: String {
        let origin = ReferenceOrigin.lines(catalogue: "catalogues of flags and sub-commands")
        var lines = origin.map { "# \($0)" }
        lines += [
            "",
            "# The command that is named so far; 1 where there is none.",
            "function __exchangerate_exporter_command",
            "    set -l words (commandline -opc)",
            "    set -e words[1]",
            "    set -l is_value 0",
            "    for word in $words",
            "        if test $is_value = 1",
            "            set is_value 0",
            "        else if contains -- $word \(ShellWords.flagsWithValue.joined(separator: " "))",
            "            set is_value 1",
            #"        else if not string match -q -- '-*' $word"#,
            "            echo $word",
            "            return 0",
            "        end",
            "    end",
            "    return 1",
            "end",
            "",
            "complete -c \(program) -f",
        ]
        for subcommand in SubcommandCatalogue.subcommands {
            lines.append(
                "complete -c \(program) -n 'not __exchangerate_exporter_command >/dev/null' "
                    + "-a \(subcommand.name) -d \(quoted(ShellWords.summary(subcommand.help)))")
        }
        for flag in FlagCatalogue.flags {
            let condition =
                flag.isOf(nil)
                ? ""
                : " -n 'contains -- (__exchangerate_exporter_command; or echo -) "
                    + "\(flag.subcommands.joined(separator: " "))'"
            let letter = flag.letter.map { " -s \($0)" } ?? ""
            for spelling in flag.spellings {
                lines.append(
                    "complete -c \(program)\(condition)\(letter) -l \(spelling)"
                        + (flag.takesValue ? value(of: flag.completion) : "")
                        + " -d \(quoted(ShellWords.summary(flag.help)))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func value(of completion: FlagDefinition.Completion) -> String {
        switch completion {
        case .nothing: " -x"
        case .file: " -r -F"
        case .folder: " -x -a '(__fish_complete_directories)'"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        }
    }

    /// A text in single quotes, where fish obeys the backslash, unlike other shells.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#))'"
    }
}
