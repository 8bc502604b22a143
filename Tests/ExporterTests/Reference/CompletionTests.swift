import Foundation
import TestKit
import Testing

@testable import Exporter

/// The completions, in the shells that they are for.
struct CompletionTests {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish

        var file: String {
            switch self {
            case .bash: "exchangerate-exporter.bash"
            case .zsh: "_exchangerate-exporter"
            case .fish: "exchangerate-exporter.fish"
            }
        }
    }

    /// What is typed behind the program's name, and all that is then proposed.
    struct Typed: CustomTestStringConvertible, Sendable {
        var line: String
        var proposals: [String]

        var testDescription: String { "\"\(line)\"" }
    }

    private static let commands = SubcommandCatalogue.subcommands.map(\.name)
    private static let levels = LogLevel.allCases.map(\.rawValue)
    static let typed = [
        Typed(line: "", proposals: commands),
        Typed(line: "check", proposals: ["check-config"]),
        Typed(line: "--log.level ", proposals: levels),
        Typed(line: "--log.level=", proposals: levels),
        Typed(line: "run --log.format=j", proposals: ["json"]),
        Typed(line: "--no", proposals: ["--no-web.enable-lifecycle"]),
        Typed(line: "run --log.f", proposals: ["--log.format"]),
        Typed(line: "run --log.l", proposals: ["--log.level"]),
        Typed(line: "--config.file=a", proposals: ["a.yml"]),
        Typed(line: "--web.config.file ", proposals: ["a.yml", "b c.yml", "folder"]),
        Typed(line: "--storage.path ", proposals: ["folder"]),
        Typed(line: "--storage.path=f", proposals: ["folder"]),
        Typed(line: "--web.listen-address :1 h", proposals: ["health"]),
        Typed(line: "fetch --out", proposals: ["--output"]),
        Typed(line: "fetch --output=", proposals: ["table", "json"]),
        Typed(line: "--log.level=info fetch --output ", proposals: ["table", "json"]),
    ]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../packaging/completions").standardized

    @Test(arguments: Shell.allCases)
    func `a shell finds no fault in its completion`(shell: Shell) async throws {
        let path = Self.folder.appending(path: shell.file).path
        let check = try ChildProcess("/usr/bin/\(shell.rawValue)", ["-n", path])
        #expect(await check.exitStatus() == 0)
        #expect(check.standardError.isEmpty, "\(check.standardError)")
    }

    @Test func `fish proposes what can follow`() async throws {
        try await withFolder { folder in
            for typed in Self.typed {
                let fish = try ChildProcess(
                    "/usr/bin/fish",
                    [
                        "-N", "-c",
                        "source \(Self.folder.path)/\(Shell.fish.file); "
                            + "complete -C 'exchangerate-exporter \(typed.line)'",
                    ], environment: Self.environment(folder), directory: folder.path)
                #expect(await fish.exitStatus() == 0)
                let words = fish.standardOutput.split(separator: "\n").map { line in
                    String(line.split(separator: "\t")[0])
                }
                #expect(Self.plain(words) == Set(typed.proposals), "\(typed.line)")
            }
        }
    }

    @Test func `bash proposes what can follow`() async throws {
        try await expect(
            "bash --norc --noprofile -i",
            set: ["source \(Self.folder.path)/\(Shell.bash.file)"], insertAll: "\u{1B}*")
    }

    @Test func `zsh proposes what can follow`() async throws {
        try await expect(
            "zsh -f -i",
            set: [
                "fpath=(\(Self.folder.path) $fpath)", "autoload -Uz compinit && compinit -u -D",
                "zle -C all-matches complete-word _generic", "bindkey '^T' all-matches",
                "zstyle ':completion:all-matches:*' insert yes",
                "zstyle ':completion:all-matches::::' completer _all_matches _complete",
            ], insertAll: "\u{14}")
    }

    /// Types every line into a shell on a terminal, has all proposals inserted, and runs it: the
    /// program is one that writes down what it was called with.
    private func expect(_ shell: String, set: [String], insertAll: String) async throws {
        try await withFolder { folder in
            let calls = folder.appending(path: ".calls")
            let input = Pipe()
            let terminal = try ChildProcess(
                "/usr/bin/script", ["-qec", shell, "/dev/null"],
                environment: Self.environment(folder), directory: folder.path, input: input)
            func type(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }
            func lines() -> [String] {
                let text = (try? String(contentsOf: calls, encoding: .utf8)) ?? ""
                return text.split(separator: "\n").map(String.init)
            }
            type((set + ["exchangerate-exporter"]).map { $0 + "\n" }.joined())
            try #require(await eventually { !lines().isEmpty })
            for (index, typed) in Self.typed.enumerated() {
                type("exchangerate-exporter \(typed.line)\(insertAll)\n")
                try #require(await eventually { lines().count > index + 1 }, "\(typed.line)")
                let before = typed.line.split(separator: " ").map(String.init)
                let words = lines().last?.split(separator: "\t").map(String.init) ?? []
                let kept = typed.line.last == " " ? before : before.dropLast()
                #expect(Array(words.prefix(kept.count)) == kept)
                #expect(
                    Self.plain(Array(words.dropFirst(kept.count))) == Set(typed.proposals),
                    "\(typed.line)")
            }
            type("exit\n")
            #expect(await terminal.exitStatus() == 0)
        }
    }

    /// Proposals without what shells disagree on: whether the flag of a value is repeated, signs at
    /// the end, and hidden files.
    private static func plain(_ words: [String]) -> Set<String> {
        Set(
            words.map { word in
                let isFlagAlone = word.hasPrefix("--") && word.last == "="
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                let value = isFlagAlone ? parts[0] : parts.last ?? ""
                return value.last == "/" ? String(value.dropLast()) : value
            }.filter { $0.first != "." })
    }

    private static func environment(_ folder: URL) -> [String: String] {
        [
            "PATH": folder.appending(path: ".bin").path + ":/usr/bin:/bin", "TERM": "dumb",
            "HOME": folder.path, "LC_ALL": "C.UTF-8",
        ]
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? files.removeItem(at: folder) }
        let program = folder.appending(path: ".bin/exchangerate-exporter")
        for path in ["folder", ".bin"] {
            try files.createDirectory(
                at: folder.appending(path: path), withIntermediateDirectories: true)
        }
        for name in ["a.yml", "b c.yml"] {
            try Data().write(to: folder.appending(path: name))
        }
        try Data("#!/bin/sh\nprintf '%s\\t' \"$@\" >>.calls; echo >>.calls\n".utf8).write(
            to: program)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        try await body(folder)
    }
}
