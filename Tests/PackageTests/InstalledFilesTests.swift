import Foundation
import Testing

struct InstalledFilesTests {
    /// Where a test installs to, and what it installs.
    private final class Target {
        let root: URL
        let build: BuildFolder

        init(program: String? = "/bin/true") throws {
            root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            build = try BuildFolder(program: program)
        }

        deinit {
            try? FileManager.default.removeItem(at: root)
        }

        func run(_ command: String) async throws -> PackagingFolder.Outcome {
            try await PackagingFolder.run(
                "install-files", [command],
                variables: ["DESTDIR": root.path, "PREFIX": "/usr", "BUILD_DIR": build.path])
        }

        func files() -> Set<String> {
            let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap {
                $0 as? String
            }
            return Set((paths ?? []).filter { !isFolder($0) }.map { "/\($0)" })
        }

        private func isFolder(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            let full = root.appending(path: path).path
            return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    private static let settings = "/etc/exchangerate-exporter/config.yml"

    @Test func `what is installed is what is listed, and goes again`() async throws {
        let target = try Target()
        let listed = try await target.run("list").output.split(separator: "\n").map(String.init)
        #expect(listed.count > 25)
        #expect(Set(listed).count == listed.count)
        let install = try await target.run("install")
        #expect(install.status == 0, "\(install.errors)")
        #expect(target.files() == Set(listed))
        let uninstall = try await target.run("uninstall")
        #expect(uninstall.status == 0, "\(uninstall.errors)")
        #expect(target.files().isEmpty)
    }

    @Test(arguments: [
        "/usr/bin/exchangerate-exporter", settings, "/etc/default/exchangerate-exporter",
        "/usr/lib/systemd/system/exchangerate-exporter.service",
        "/usr/lib/systemd/system/exchangerate-exporter.socket",
        "/usr/share/man/man1/exchangerate-exporter.1",
        "/usr/share/man/man5/exchangerate-exporter.5",
        "/usr/share/bash-completion/completions/exchangerate-exporter",
        "/usr/share/zsh/site-functions/_exchangerate-exporter",
        "/usr/share/fish/vendor_completions.d/exchangerate-exporter.fish",
        "/usr/share/exchangerate-exporter/alerts/exchangerate.rules.yml",
        "/usr/share/exchangerate-exporter/grafana/dashboards/exchangerate-overview.json",
    ])
    func `a file lies where it is looked for`(path: String) async throws {
        let target = try Target()
        let listed = try await target.run("list").output.split(separator: "\n").map(String.init)
        #expect(listed.contains(path))
    }

    @Test func `edited settings are neither overwritten nor removed`() async throws {
        let target = try Target()
        _ = try await target.run("install")
        let file = target.root.appending(path: Self.settings)
        try "poll: {interval: 1h}\n".write(to: file, atomically: true, encoding: .utf8)
        let install = try await target.run("install")
        #expect(install.status == 0)
        #expect(install.errors.contains("kept \(file.path)"), "\(install.errors)")
        let uninstall = try await target.run("uninstall")
        #expect(uninstall.errors.contains("kept \(file.path)"), "\(uninstall.errors)")
        #expect(target.files() == [Self.settings])
        #expect(try String(contentsOf: file, encoding: .utf8) == "poll: {interval: 1h}\n")
    }

    @Test func `settings that are a link which leads nowhere yet are kept`() async throws {
        let target = try Target()
        let file = target.root.appending(path: Self.settings)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: file.path, withDestinationPath: "/nowhere/config.yml")
        for command in ["install", "uninstall"] {
            let outcome = try await target.run(command)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("kept \(file.path)"), "\(outcome.errors)")
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
                    == "/nowhere/config.yml")
        }
    }

    @Test func `nothing is installed where something is missing`() async throws {
        let target = try Target(program: nil)
        let install = try await target.run("install")
        #expect(install.status == 1)
        #expect(install.errors.contains("exchangerate-exporter is missing\n"))
        #expect(target.files().isEmpty)
    }
}
