# Made from the catalogues of flags and sub-commands by
# RECORD_GOLDEN=1 swift test --filter ExporterTests.ReferenceFilesTests
# and held against it by the same test; what is written here is lost.
# shellcheck shell=bash

_exchangerate_exporter() {
    local line=${COMP_LINE:0:COMP_POINT} command='' flag='' word
    local -a words
    # By blanks alone: COMP_WORDS is cut at = and : as well. The dot keeps a last word
    # that is still empty, and a backslash keeps the blank behind it.
    # shellcheck disable=SC2162
    read -a words <<<"$line."
    local current=${words[-1]%.}
    unset 'words[-1]'
    for word in "${words[@]:1}"; do
        if [[ -n $flag ]]; then
            flag=''
            continue
        fi
        case $word in
            --config.file | --storage.path | --web.listen-address | --web.config.file | --web.telemetry-path | --web.external-url | --web.max-requests | --log.level | --log.format | --output | --from | --to | --incident | --feed)
                flag=$word
                ;;
            -*) ;;
            *) command=${command:-$word} ;;
        esac
    done
    local value=$current prefix=''
    if [[ -z $flag && $current == --*=* ]]; then
        flag=${current%%=*}
        value=${current#*=}
        # What bash has cut off by itself is not repeated.
        [[ $COMP_WORDBREAKS == *=* ]] || prefix=$flag=
    fi
    COMPREPLY=()
    case $flag in
        --config.file)
            compopt -o default
            return
            ;;
        --storage.path)
            compopt -o dirnames -o plusdirs
            return
            ;;
        --web.config.file)
            compopt -o default
            return
            ;;
        --log.level)
            mapfile -t COMPREPLY < <(compgen -P "$prefix" -W 'debug info warn error' -- "$value")
            return
            ;;
        --log.format)
            mapfile -t COMPREPLY < <(compgen -P "$prefix" -W 'logfmt json' -- "$value")
            return
            ;;
        --output)
            mapfile -t COMPREPLY < <(compgen -P "$prefix" -W 'table json' -- "$value")
            return
            ;;
        --feed)
            mapfile -t COMPREPLY < <(compgen -P "$prefix" -W 'live ecb_daily' -- "$value")
            return
            ;;
        '') ;;
        *) return ;;
    esac
    if [[ $current == -* ]]; then
        local flags='-h --help --version --verbose --config.file= --storage.path= --web.listen-address= --web.config.file= --web.telemetry-path= --web.enable-lifecycle --no-web.enable-lifecycle --web.external-url= --web.max-requests= --log.level= --log.format='
        case $command in
            fetch) flags+=' --output=' ;;
            rehearse) flags+=' --output= --from= --to= --incident= --feed=' ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
        [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
    elif [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'run check-config fetch test-alert rehearse health' -- "$current")
    fi
}
complete -F _exchangerate_exporter exchangerate-exporter
