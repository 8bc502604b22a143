import Foundation

@testable import Exporter

/// The source of a manual page in the macros of man(7).
struct RoffText {
    private(set) var lines: [String]

    /// Begins a page.
    ///
    /// - Parameter origin: how the page is made.
    init(name: String, section: Int, source: String, manual: String, origin: [String]) {
        lines = origin.map { #".\" "# + $0 }
        // No date: a page that is made of the same words is the same page.
        lines.append(
            ".TH \(name.uppercased()) \(section) \"\" \"\(source)\" \"\(manual)\""
                .replacing("-", with: #"\-"#))
        // Neither hyphens nor justified lines, which tear names of flags and keys apart.
        lines += [".nh", ".ad l"]
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func section(_ title: String) {
        lines.append(".SH \(title)")
    }

    mutating func subsection(_ title: String) {
        lines.append(".SS \(Self.escaped(title))")
    }

    mutating func paragraph(_ markdown: String) {
        if !(lines.last ?? "").hasPrefix(".S") { lines.append(".PP") }
        lines += Self.filled(markdown)
    }

    /// A term, and beneath it what it means.
    mutating func item(_ term: String, _ markdown: String) {
        lines += [".TP", Self.bold(term)]
        lines += Self.filled(markdown)
    }

    /// Lines that stay as they are.
    mutating func example(_ text: String) {
        lines += [".PP", ".RS 2", ".nf"]
        lines += text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.guarded(Self.escaped(String($0))) }
        lines += [".fi", ".RE"]
    }

    /// A text in bold, such as the name of a flag.
    static func bold(_ text: String) -> String {
        #"\fB\#(escaped(text))\fR"#
    }

    /// Flowing text: what stands between backticks is bold, and of a link the words stay.
    private static func filled(_ markdown: String) -> [String] {
        let words = markdown.replacing(/\[([^\]]+)\]\([^)]*\)/) { String($0.output.1) }
            .replacing("**", with: "")
        let parts = words.split(separator: "`", omittingEmptySubsequences: false)
        let roff = parts.enumerated().map { index, part in
            index % 2 == 0 ? escaped(String(part)) : bold(String(part))
        }.joined()
        return roff.wrapped(to: 78).map(guarded)
    }

    /// A text without what roff obeys; hyphens stay those of ASCII, so that they can be copied.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += #"\e"#
            case "-": result += #"\-"#
            case "'": result += #"\(aq"#
            case "`": result += #"\(ga"#
            case "^": result += #"\(ha"#
            case "~": result += #"\(ti"#
            case "–": result += #"\(en"#
            case "…": result += "..."
            case "×": result += #"\(mu"#
            case "ⁿ": result += #"\(han"#
            default: result.append(character)
            }
        }
    }

    /// A line that does not begin as a request does.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? #"\&"# + line : line
    }
}
