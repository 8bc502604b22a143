import Testing

@testable import Exporter

/// The settings that a package installs, as the daemon reads them.
struct SettingsFileTests {
    /// The text with all settings in force; the files that it names are those of the fixtures.
    private static var uncommented: String {
        SettingsFile.text.replacing(/(?m)^#/, with: "")
            .replacing("/etc/exchangerate-exporter/routing-key", with: "routing-key.txt")
    }

    /// The part that starts with a key at the root; empty where there is none.
    private static func part(_ name: String, of text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.drop { $0 != "\(name):" }
        let body = start.dropFirst().prefix { $0.isEmpty || $0.hasPrefix(" ") || $0.hasPrefix("#") }
        return (start.prefix(1) + body).joined(separator: "\n") + "\n"
    }

    @Test func `the packaged settings are those without a file`() throws {
        #expect(try Settings(of: SettingsFile.text) == Settings(of: ""))
    }

    @Test(arguments: ["api", "poll", "rates", "freshness", "alerts"])
    func `taken into force, a part is what is in force without it`(name: String) throws {
        let part = Self.part(name, of: Self.uncommented)
        #expect(part.split(separator: "\n").count > 5)
        #expect(try Settings(of: part) == Settings(of: ""))
    }

    @Test func `taken into force, all of it is right`() throws {
        #expect(Settings.problems(in: Self.uncommented) == [])
        let configuration = try Configuration.read(
            Array(Self.part("heartbeat", of: Self.uncommented).utf8), name: nil, folder: "",
            environment: [:])
        #expect(configuration.heartbeat != nil)
    }

    @Test func `every key is in the packaged settings`() {
        let lines = SettingsFile.text.split(separator: "\n")
        for section in KeyCatalogue.sections {
            for key in section.keys where !key.isOfUser {
                let name = "\(key.name):"
                let count = lines.filter { line in
                    line.drop { "#- ".contains($0) }.hasPrefix(name)
                }.count
                #expect(count > 0, "\(section.name).\(key.name)")
            }
        }
    }

    @Test func `the example of the manual is right`() throws {
        let text = SettingsManual.example
            .replacing("/etc/exchangerate-exporter/api-key", with: "key.txt")
        #expect(Settings.problems(in: text) == [])
    }
}
