@testable import Exporter

/// The completion for bash.
enum BashCompletion {
    static var text: String {
        let origin = ReferenceOrigin.lines(catalogue: "catalogues of flags and sub-commands")
        let commands = SubcommandCatalogue.subcommands.map(\.name).joined(separator: " ")
        let lines =
            origin.map { "# \($0)" } + [
                "# shellcheck shell=bash",
                "",
                "_exchangerate_exporter() {",
                "    local line=${COMP_LINE:0:COMP_POINT} command='' flag='' word",
                "    local -a words",
                "    # By blanks alone: COMP_WORDS is cut at = and : as well. The dot keeps a last word",
                "    # that is still empty, and a backslash keeps the blank behind it.",
                "    # shellcheck disable=SC2162",
                #"    read -a words <<<"$line.""#,
                #"    local current=${words[-1]%.}"#,
                #"    unset 'words[-1]'"#,
                #"    for word in "${words[@]:1}"; do"#,
                #"        if [[ -n $flag ]]; then"#,
                #"            flag=''"#,
                #"            continue"#,
                #"        fi"#,
                #"        case $word in"#,
                "            \(ShellWords.flagsWithValue.joined(separator: " | ")))",
                #"                flag=$word"#,
                #"                ;;"#,
                #"            -*) ;;"#,
                #"            *) command=${command:-$word} ;;"#,
                #"        esac"#,
                #"    done"#,
                #"    local value=$current prefix=''"#,
                #"    if [[ -z $flag && $current == --*=* ]]; then"#,
                #"        flag=${current%%=*}"#,
                #"        value=${current#*=}"#,
                #"        # What bash has cut off by itself is not repeated."#,
                #"        [[ $COMP_WORDBREAKS == *=* ]] || prefix=$flag="#,
                #"    fi"#,
                #"    COMPREPLY=()"#,
                #"    case $flag in"#,
            ] + values + [
                #"        '') ;;"#,
                #"        *) return ;;"#,
                #"    esac"#,
                #"    if [[ $current == -* ]]; then"#,
                "        local flags='\(flags(of: nil))'",
                #"        case $command in"#,
            ] + commandFlags + [
                #"        esac"#,
                #"        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")"#,
                #"        [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace"#,
                #"    elif [[ -z $command ]]; then"#,
                "        mapfile -t COMPREPLY < <(compgen -W '\(commands)' -- \"$current\")",
                #"    fi"#,
                #"}"#,
                #"complete -F _exchangerate_exporter \#(HelpText.program)"#,
            ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a flag's value may be; a flag that is not listed has no proposals.
    private static var values: [String] {
        FlagCatalogue.flags.filter(\.takesValue).flatMap { flag -> [String] in
            let head = "        --\(flag.name))"
            switch flag.completion {
            case .nothing: return []
            case .file:
                return [
                    head, "            compopt -o default", "            return", "            ;;",
                ]
            case .folder:
                return [
                    head, "            compopt -o dirnames -o plusdirs", "            return",
                    "            ;;",
                ]
            case .words(let words):
                let list = words.joined(separator: " ")
                return [
                    head,
                    "            mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W '\(list)' -- "
                        + "\"$value\")",
                    "            return", "            ;;",
                ]
            }
        }
    }

    private static var commandFlags: [String] {
        SubcommandCatalogue.subcommands.filter { !$0.ownFlags.isEmpty }.map { subcommand in
            "            \(subcommand.name)) flags+=' \(flags(of: subcommand.name))' ;;"
        }
    }

    /// A sign of equality stands behind those that need a value.
    private static func flags(of subcommand: String?) -> String {
        FlagCatalogue.flags.filter { $0.isOf(subcommand) }.flatMap { flag in
            (flag.letter.map { ["-\($0)"] } ?? [])
                + flag.spellings.map { "--\($0)" + (flag.takesValue ? "=" : "") }
        }.joined(separator: " ")
    }
}
