import APIModel

/// What `--help` and the control path print.
enum HelpText {
    static var text: String {
        """
        usage: exchangerate-standin [flags]

        Answers as exchangerate.dev does, on loopback, from the real reference rates of the ECB.
        The first line of standard output is url=http://ADDRESS:PORT; each request adds a line.
        POST /sink takes notifications in Alertmanager's webhook format and prints each alert.

        flags:
        \(flags)

        control path, on the same port; parameters in the query or in a form body:
          POST   /control/faults?fault=NAME&...   switch a fault on
          GET    /control/faults                  the faults that are on
          DELETE /control/faults[?fault=NAME|id=N]  switch them off
          POST   /control/clock?offset=-90m       put the clock ahead or back; ?now=2026-12-24T21:55:00Z
          GET    /control/clock                   what the clock shows
          DELETE /control/clock                   the machine's time again
          GET    /control/requests[?after=ID]     the requests that came, times in ms
          DELETE /control/requests                forget them
          POST   /control/sink?status=503         what /sink answers from now on
          GET    /control/sink                    the notifications that /sink got, times in ms
          DELETE /control/sink                    forget them
          GET    /control                         this text

        parameters of every fault:
        \(common)

        faults:
        \(faults)

        parameters of single faults:
        \(parameters)
        """
    }

    private static var flags: String {
        lines(
            Flag.allCases.map { flag in
                ("--\(flag.rawValue)" + (flag.placeholder.map { "=\($0)" } ?? ""), flag.summary)
            })
    }

    private static var common: String {
        lines(FaultRule.commonParameters.map { ($0.name, $0.allowed) })
    }

    private static var faults: String {
        lines(
            FaultKind.allCases.map { kind in
                let parameters = kind.parameters.map { " \($0.rawValue)=" }.joined()
                return (kind.rawValue + parameters, kind.summary)
            })
    }

    private static var parameters: String {
        lines(FaultParameter.allCases.map { ($0.rawValue, $0.allowed) })
    }

    private static func lines(_ rows: [(name: String, text: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
        }.joined(separator: "\n")
    }
}
