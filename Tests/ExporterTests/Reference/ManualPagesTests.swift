import Foundation
import TestKit
import Testing

@testable import Exporter

/// The manual pages, as the programs that show them judge them.
struct ManualPagesTests {
    private static let pages = ["exchangerate-exporter.1", "exchangerate-exporter.5"]

    private func path(of page: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../packaging/man/\(page)").standardized.path
    }

    @Test(arguments: pages)
    func `man has nothing to say against a page`(page: String) async throws {
        let man = try ChildProcess(
            "/usr/bin/man", ["--warnings", "--encoding=utf8", "--local-file", path(of: page)],
            environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        #expect(await man.exitStatus() == 0)
        #expect(man.standardError.isEmpty, "\(man.standardError)")
        #expect(man.standardOutput.contains("exchangerate-exporter - "))
        for line in man.standardOutput.split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test(arguments: pages)
    func `mandoc has nothing to say against a page`(page: String) async throws {
        let mandoc = try ChildProcess(
            "/usr/bin/mandoc", ["-T", "lint", "-W", "warning", path(of: page)])
        #expect(await mandoc.exitStatus() != nil)
        // There is none, so that the same words make the same page on every day.
        let findings = mandoc.standardOutput.split(separator: "\n")
            .filter { !$0.contains("missing date") }
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func `a page tells of every command, flag, variable, file and endpoint`() {
        let page = ProgramManual.text.replacing(#"\-"#, with: "-")
        for name in SubcommandCatalogue.subcommands.map(\.usage)
            + FlagCatalogue.flags.map(\.usage)
            + (SurroundingsCatalogue.variables + SurroundingsCatalogue.files).map(\.name)
            + ProgramManual.endpoints.map(\.path)
        {
            #expect(page.contains(name), "\(name)")
        }
        for (name, _) in ProgramManual.notes {
            #expect(FlagCatalogue.flags.contains { $0.name == name }, "\(name)")
        }
    }

    @Test func `a page tells of every key`() {
        let page = SettingsManual.text.replacing(#"\-"#, with: "-")
        for section in KeyCatalogue.sections + WebKeyCatalogue.sections {
            #expect(page.contains(".SS \(section.name)"))
            for key in section.keys where !key.isOfUser {
                #expect(page.contains(#"\fB\#(key.name)\fR"#), "\(section.name).\(key.name)")
            }
        }
    }

    @Test(arguments: [
        (".so x", #"\&.so x"#), ("'a'", #"\(aqa\(aq"#), (#"a\b-c"#, #"a\eb\-c"#),
        ("use `--x`, please", #"use \fB\-\-x\fR, please"#), ("[words](link.md)", "words"),
    ])
    func `a text cannot be taken for a request`(text: String, roff: String) {
        var page = RoffText(name: "x", section: 1, source: "", manual: "", origin: [])
        page.paragraph(text)
        #expect(page.lines.last == roff)
    }
}
