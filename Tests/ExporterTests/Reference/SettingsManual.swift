@testable import Exporter

/// The manual page exchangerate-exporter(5).
enum SettingsManual {
    static var text: String {
        var page = RoffText(
            name: HelpText.program, section: 5, source: "\(HelpText.program) \(Version.number)",
            manual: "File Formats",
            origin: ReferenceOrigin.lines(catalogue: "catalogue of keys"))
        page.section("NAME")
        page.paragraph("\(HelpText.program) - settings of the exporter of exchange rates")
        page.section("DESCRIPTION")
        page.paragraph(
            "A file in YAML that `--config.file` names. Every key is optional. An unknown key, a key "
                + "given twice, a wrong type and a value out of bounds are errors that name line, "
                + "column, what was found and what is allowed; all errors of a file are told at once. "
                + "`\(HelpText.program) check-config` checks a file, and prints the plan that it "
                + "leads to.")
        page.paragraph(
            "Durations are those of Prometheus: `250ms`, `10s`, `1h30m`, `1d`. A relative path "
                + "starts at the folder of the file. A key without a value counts as absent. "
                + "SIGHUP reads the file again; one that is wrong changes nothing.")
        page.section("KEYS")
        for section in KeyCatalogue.sections { add(section, to: &page) }
        page.section("WEB CONFIGURATION")
        page.paragraph(
            "TLS and passwords for the daemon's own pages stand in a file of their own, which "
                + "`--web.config.file` names, in the format of Prometheus' exporters. It is read "
                + "again when it changes.")
        for section in WebKeyCatalogue.sections { add(section, to: &page) }
        page.section("SECRETS")
        page.paragraph(
            "The key is the first of `api.key_file`, the systemd credential `api-key`, and the "
                + "variable `\(KeySource.variable)`; without any, requests carry none. URLs of "
                + "receivers, but for scheme and host, their headers and what files hold are "
                + "secrets: no log, page or error shows them. A file with a secret may end in a "
                + "newline.")
        page.section("EXAMPLES")
        page.paragraph("Two bases with a key, and a webhook:")
        page.example(example)
        page.section("SEE ALSO")
        page.paragraph("`\(HelpText.program)`(1)")
        return page.text
    }

    private static func add(_ section: KeySection, to page: inout RoffText) {
        page.subsection(section.isList ? "\(section.name) (a list)" : section.name)
        page.paragraph(sentence(section.meaning))
        for key in section.keys {
            page.item(key.isOfUser ? "any other name" : key.name, text(of: key))
        }
    }

    static let example = """
        api:
          key_file: /etc/exchangerate-exporter/api-key
        rates:
          - base: USD
            symbols: [EUR, GBP, JPY]
          - base: EUR
            interval: 1h
        receivers:
          - name: oncall
            type: webhook
            url: https://alerts.example.com/hook
        """

    private static func text(of key: KeyDefinition) -> String {
        let standard =
            switch key.standard {
            case .value(let yaml): "; default: `\(yaml)`"
            case .words("–", _), .none: ""
            case .words(let words, _): "; default: \(words)"
            case .required: "; must be there"
            }
        return sentence("\(key.kind.markdown)\(standard). \(sentence(key.meaning))")
    }

    /// A text that begins with a capital and ends in a point.
    static func sentence(_ text: String) -> String {
        let start =
            text.first?.isLetter == true ? text.prefix(1).uppercased() : String(text.prefix(1))
        return start + text.dropFirst() + (text.last == "." ? "" : ".")
    }
}
