# Made from the catalogues of flags and sub-commands by
# RECORD_GOLDEN=1 swift test --filter ExporterTests.ReferenceFilesTests
# and held against it by the same test; what is written here is lost.

# The command that is named so far; 1 where there is none.
function __exchangerate_exporter_command
    set -l words (commandline -opc)
    set -e words[1]
    set -l is_value 0
    for word in $words
        if test $is_value = 1
            set is_value 0
        else if contains -- $word --config.file --storage.path --web.listen-address --web.config.file --web.telemetry-path --web.external-url --web.max-requests --log.level --log.format --output --from --to --incident --feed
            set is_value 1
        else if not string match -q -- '-*' $word
            echo $word
            return 0
        end
    end
    return 1
end

complete -c exchangerate-exporter -f
complete -c exchangerate-exporter -n 'not __exchangerate_exporter_command >/dev/null' -a run -d 'Poll and serve, until a signal ends it'
complete -c exchangerate-exporter -n 'not __exchangerate_exporter_command >/dev/null' -a check-config -d 'Check the settings and show the plan they lead to'
complete -c exchangerate-exporter -n 'not __exchangerate_exporter_command >/dev/null' -a fetch -d 'Ask for rates once and print them'
complete -c exchangerate-exporter -n 'not __exchangerate_exporter_command >/dev/null' -a test-alert -d 'Send a test notification to these receivers, or to all, one try each, and show what came back'
complete -c exchangerate-exporter -n 'not __exchangerate_exporter_command >/dev/null' -a rehearse -d 'Run the settings on a virtual clock against real rates of past days, and show who would have been told what'
complete -c exchangerate-exporter -n 'not __exchangerate_exporter_command >/dev/null' -a health -d 'Ask the daemon at --web.listen-address whether it works'
complete -c exchangerate-exporter -s h -l help -d 'Show this help'
complete -c exchangerate-exporter -l version -d 'Show the version'
complete -c exchangerate-exporter -l verbose -d 'With --version: show the versions of the libraries, too'
complete -c exchangerate-exporter -l config.file -r -F -d 'YAML file with the settings'
complete -c exchangerate-exporter -l storage.path -x -a '(__fish_complete_directories)' -d 'Folder of the state, made where missing'
complete -c exchangerate-exporter -l web.listen-address -x -d ':PORT, A.B.C.D:PORT, [IPv6]:PORT, localhost:PORT or unix:/path'
complete -c exchangerate-exporter -l web.config.file -r -F -d 'YAML file for TLS and basic authentication, in the format of Prometheus\' exporters'
complete -c exchangerate-exporter -l web.telemetry-path -x -d 'Path of the metrics'
complete -c exchangerate-exporter -l web.enable-lifecycle -d 'Let POST /-/reload read the settings again'
complete -c exchangerate-exporter -l no-web.enable-lifecycle -d 'Let POST /-/reload read the settings again'
complete -c exchangerate-exporter -l web.external-url -x -d 'Address that people reach the status page by, for links in notifications'
complete -c exchangerate-exporter -l web.max-requests -x -d 'Scrapes at a time, more get 503'
complete -c exchangerate-exporter -l log.level -x -a 'debug info warn error' -d 'Least level of the log: debug, info, warn, error'
complete -c exchangerate-exporter -l log.format -x -a 'logfmt json' -d 'Format of the log: logfmt, json'
complete -c exchangerate-exporter -n 'contains -- (__exchangerate_exporter_command; or echo -) fetch rehearse' -l output -x -a 'table json' -d 'Form of what is printed: table, json'
complete -c exchangerate-exporter -n 'contains -- (__exchangerate_exporter_command; or echo -) rehearse' -l from -x -d 'First day, in UTC, such as 2025-12-20'
complete -c exchangerate-exporter -n 'contains -- (__exchangerate_exporter_command; or echo -) rehearse' -l to -x -d 'Last day, in UTC, itself within'
complete -c exchangerate-exporter -n 'contains -- (__exchangerate_exporter_command; or echo -) rehearse' -l incident -x -d 'What goes wrong, as "KIND START DURATION" and what the kind needs'
complete -c exchangerate-exporter -n 'contains -- (__exchangerate_exporter_command; or echo -) rehearse' -l feed -x -a 'live ecb_daily' -d 'What the API answers with: live, ecb_daily'
