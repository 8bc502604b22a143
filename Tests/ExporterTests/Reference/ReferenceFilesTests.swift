import Foundation
import TestKit
import Testing

@testable import Exporter

/// Holds what is made from the catalogues, and committed, against them.
struct ReferenceFilesTests {
    struct File: CustomTestStringConvertible, Sendable {
        /// From the root of the repository.
        var path: String
        var text: @Sendable () -> String

        var testDescription: String { path }
    }

    static let files = [
        File(path: "packaging/man/exchangerate-exporter.1") { ProgramManual.text },
        File(path: "packaging/man/exchangerate-exporter.5") { SettingsManual.text },
        File(path: "packaging/config.yml") { SettingsFile.text },
        File(path: "packaging/completions/exchangerate-exporter.bash") { BashCompletion.text },
        File(path: "packaging/completions/_exchangerate-exporter") { ZshCompletion.text },
        File(path: "packaging/completions/exchangerate-exporter.fish") { FishCompletion.text },
    ]

    @Test(arguments: files)
    func `a file that is made from a catalogue is as the catalogue has it`(file: File) {
        #expect(GoldenFile("../../../" + file.path).mismatch(with: file.text()) == nil)
    }

    @Test func `the tables of the configuration are as the catalogue has them`() throws {
        let golden = GoldenFile("../../../docs/configuration.md")
        let page = GeneratedBlocks(try String(contentsOf: golden.url, encoding: .utf8))
        #expect(Set(page.names) == Set(SettingsTables.blocks.keys))
        #expect(try golden.mismatch(with: page.replaced(with: SettingsTables.blocks)) == nil)
    }
}
