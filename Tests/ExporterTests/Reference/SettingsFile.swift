import Delivery

@testable import Exporter

/// The settings as a package installs them: every key with its default, and none in force.
enum SettingsFile {
    private static let width = 96

    static var text: String {
        var lines = ReferenceOrigin.lines(catalogue: "catalogue of keys").map { "## \($0)" }
        lines += ["##"]
        lines += remark(
            "The settings of \(HelpText.program), all with their defaults: as it is, this file "
                + "changes nothing. A line behind one # is a setting: take the # away from it, and "
                + "from the keys that it stands under. \(HelpText.program)(5) describes them, and "
                + "this checks them: "
                + "\(HelpText.program) check-config "
                + "--config.file=/etc/exchangerate-exporter/config.yml", mark: "##")
        for section in KeyCatalogue.sections where section.path.count == 1 {
            lines += [""] + remark(SettingsManual.sentence(section.meaning), mark: "##")
            lines.append("#\(section.name):")
            if section.name == "receivers" {
                lines += examplesOfReceivers
            } else {
                lines += self.lines(of: section)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The keys of a map, those of maps in it beneath them.
    private static func lines(of section: KeySection) -> [String] {
        let indent = String(repeating: "  ", count: section.path.count)
        return section.keys.enumerated().flatMap { index, key in
            let nested = KeyCatalogue.section("\(section.name).\(key.name)")
            return entry(
                key, indent: indent, isFirstOfItem: section.isList && index == 0,
                isItem: section.isList, nested: nested)
        }
    }

    /// A receiver of each type; keys that are explained once are not explained again.
    private static var examplesOfReceivers: [String] {
        var known: Set<String> = []
        return KeyCatalogue.receiversByType.flatMap { section -> [String] in
            let type = section.type?.rawValue ?? ""
            // A cluster is named by a key of its own.
            let keys = section.keys.filter { key in
                key.types != nil || (["name", "type"].contains(key.name) || known.isEmpty)
                    || (key.name == "url" && type == "slack")
            }
            let lines = keys.enumerated().flatMap { index, key -> [String] in
                var key = key
                if key.name == "name" { key.standard = .value("\(type)-example") }
                if key.name == "type" { key.standard = .value(type) }
                return entry(
                    key, indent: "  ", isFirstOfItem: index == 0, isItem: true,
                    isExplained: !known.contains(key.name))
            }
            known.formUnion(keys.map(\.name))
            return lines
        }
    }

    private static func entry(
        _ key: KeyDefinition, indent: String, isFirstOfItem: Bool = false, isItem: Bool = false,
        isExplained: Bool = true, nested: KeySection? = nil
    ) -> [String] {
        let head = indent + (isItem ? (isFirstOfItem ? "- " : "  ") : "")
        let rest = indent + (isItem ? "  " : "")
        let kind = key.kind.isWorthTelling ? " (\(key.kind.markdown))" : ""
        let meaning = (key.isOfUser ? "any other name: " : "") + key.meaning + kind
        let about = plain(SettingsManual.sentence(meaning))
        let remarks = isExplained ? remark(about, mark: "#\(rest)#") : []
        guard !key.isOfUser else { return remarks }
        guard let nested else {
            let value = key.written.isEmpty ? "" : " \(key.written)"
            return remarks + ["#\(head)\(key.name):\(value)"]
        }
        return remarks + ["#\(head)\(key.name):"] + lines(of: nested)
    }

    private static func plain(_ markdown: String) -> String {
        markdown.replacing("`", with: "")
    }

    /// Words behind a mark, in lines of bounded length.
    private static func remark(_ text: String, mark: String) -> [String] {
        text.wrapped(to: width - mark.count - 1).map { "\(mark) \($0)" }
    }
}
