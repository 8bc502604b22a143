@testable import Exporter

/// The manual page exchangerate-exporter(1).
enum ProgramManual {
    /// What the page tells of a flag beyond its line of help.
    static let notes: KeyValuePairs<String, String> = [
        "config.file": """
        exchangerate-exporter(5) describes the keys. An unknown key, a wrong type and a value \
        out of bounds are errors; all errors of a file are told at once.
        """,
        "storage.path": """
        A folder that another daemon holds ends the start with 1, so that two never page for \
        one. One that cannot be written does not: the daemon reads what is there, goes on from \
        memory, counts it in `exchangerate_storage_errors_total`, and tries again.
        """,
        "web.listen-address": """
        `:PORT` takes IPv4 and IPv6 on every interface, `localhost:PORT` both on this machine \
        alone. The log line `listening` names the port that was picked. A socket of a daemon \
        that is gone is replaced, one of a running daemon is not.
        """,
        "web.config.file": """
        Certificates and passwords are read again when they change. What other exporters' \
        files have beyond what is supported is an error that says so.
        """,
        "web.telemetry-path": "It begins with a slash, and is not the path of another endpoint.",
        "web.external-url": """
        It is part of the key of a pager's incidents, so that two installations never close \
        each other's.
        """,
        "web.max-requests": """
        A scrape counts until its last byte has left. All other pages are bounded by the \
        number of connections alone.
        """,
        "log.format": """
        One record a line, on standard error, with `ts`, `level` and `msg` first. \
        What is wrong with the command line is told in plain text, and so is what keeps the \
        daemon from starting, unless the format is `json`.
        """,
    ]

    /// Paths, with the labels by which the daemon counts their requests, and what they answer.
    static let endpoints: [(label: String, path: String, help: String)] = [
        ("status", "/", "The status page, for people."),
        (
            "metrics", "/metrics",
            """
            The metrics, as OpenMetrics or Prometheus' text, as it is asked for. \
            `--web.telemetry-path` moves it.
            """
        ),
        (
            "latest", "/v1/latest/BASE?symbols=SYMBOL,...",
            """
            The newest rates in the API's own form, for apps and for other exporters. \
            `/v1/latest?base=BASE` is the same.
            """
        ),
        ("alerts", "/api/v1/alerts", "The alerts, in the form of Prometheus' own endpoint."),
        ("healthy", "/-/healthy", "200 while the process works; asks for no password."),
        (
            "ready", "/-/ready",
            """
            200 once every base was tried and one has a rate, 503 before; asks for no password.
            """
        ),
        ("reload", "/-/reload", "`POST` reads the settings again, with `--web.enable-lifecycle`."),
    ]

    static var text: String {
        var page = RoffText(
            name: HelpText.program, section: 1, source: "\(HelpText.program) \(Version.number)",
            manual: "User Commands",
            origin: ReferenceOrigin.lines(catalogue: "catalogues of flags and sub-commands"))
        page.section("NAME")
        page.paragraph("\(HelpText.program) - exchange rates for Prometheus, with alerts")
        page.section("SYNOPSIS")
        for subcommand in SubcommandCatalogue.subcommands {
            page.paragraph(
                "`\(HelpText.program)` `\(subcommand.name)` \(subcommand.arguments) [flags]")
        }
        page.section("DESCRIPTION")
        page.paragraph(HelpText.summary)
        page.paragraph(
            "Where no command is named, it is `\(SubcommandCatalogue.subcommands[0].name)`. Nothing "
                + "needs to be configured: without a file and without a key, the dollar is polled "
                + "in euros, pounds and yen.")
        addCommands(to: &page)
        addOptions(to: &page)
        addRest(to: &page)
        return page.text
    }

    private static func addCommands(to page: inout RoffText) {
        page.section("COMMANDS")
        for subcommand in SubcommandCatalogue.subcommands {
            let manual = subcommand.manual
            page.subsection(subcommand.usage)
            page.paragraph(subcommand.help)
            for paragraph in manual.description { page.paragraph(marked(paragraph)) }
            for (name, help) in manual.arguments { page.item(name, help) }
            let flags = (subcommand.ownFlags.map(\.name) + (manual.flags ?? [])).map { "`--\($0)`" }
            if manual.flags != nil {
                page.paragraph("Flags that matter to it: \(flags.joined(separator: ", ")).")
            } else if !flags.isEmpty {
                page.paragraph("Flags of its own: \(flags.joined(separator: ", ")).")
            }
            page.paragraph("It ends with")
            for (code, help) in subcommand.exitCodes { page.item(code, help) }
        }
    }

    private static func addOptions(to page: inout RoffText) {
        page.section("OPTIONS")
        page.paragraph(
            "A value follows after `=` or as the next word. `--` ends the flags. A flag that is no "
                + "switch is given once, unless it says otherwise.")
        for flag in FlagCatalogue.flags {
            let letter = flag.letter.map { "-\($0), " } ?? ""
            let owner = flag.owners.map { " Of \($0) alone." } ?? ""
            let note = notes.first { $0.key == flag.name }.map { " " + $0.value } ?? ""
            page.item(letter + flag.usage, marked(flag.help) + owner + note)
        }
    }

    private static func addRest(to page: inout RoffText) {
        page.section("ENDPOINTS")
        for endpoint in endpoints { page.item(endpoint.path, endpoint.help) }
        page.paragraph("Any other path is 404, and a method that a path does not know 405.")
        page.section("SIGNALS")
        page.item("SIGHUP", "Reads the settings, the keys and the certificates again.")
        page.item("SIGTERM, SIGINT", "End it within 5 s, with the exit code 0.")
        page.section("EXIT STATUS")
        for (code, help) in HelpText.exitCodes { page.item(code, help) }
        page.section("ENVIRONMENT")
        for variable in SurroundingsCatalogue.variables {
            page.item(variable.name, marked(variable.help))
        }
        page.section("FILES")
        for file in SurroundingsCatalogue.files { page.item(file.name, marked(file.help)) }
        page.section("EXAMPLES")
        for subcommand in SubcommandCatalogue.subcommands {
            for (wish, arguments) in subcommand.manual.examples {
                page.paragraph(wish)
                page.example(
                    arguments.isEmpty ? HelpText.program : "\(HelpText.program) \(arguments)")
            }
        }
        page.section("SEE ALSO")
        page.paragraph("`\(HelpText.program)`(5), `prometheus`(1), `systemd.exec`(5)")
    }

    /// The words of the help with the flags in them marked as such.
    private static func marked(_ text: String) -> String {
        text.replacing(/--[a-z][a-z.-]*[a-z]/) { "`\($0.output)`" }
    }
}
