import Foundation
import TestKit
import Testing

struct ChildProcessTests {
    @Test func `a program gets its three streams, however much the test has open`() async throws {
        // Their names in /proc fill what the system reads of a folder at once.
        let many = try (0..<1500).map { _ in
            try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        }
        defer { for handle in many { try? handle.close() } }
        let process = try ChildProcess("/bin/sh", ["-c", "cd /proc/$$/fd && echo *"])
        #expect(await process.exitStatus() == 0)
        // The fourth is the shell's own, which reads the folder by it.
        #expect(process.standardOutput == "0 1 2 3\n")
    }

    @Test func `no signal is blocked or ignored`() async throws {
        // Of the pool, whose threads block signals.
        let process = try await Task.detached {
            try ChildProcess("/bin/grep", ["-E", "^Sig(Blk|Ign):", "/proc/self/status"])
        }.value
        #expect(await process.exitStatus() == 0)
        let masks = process.standardOutput.split(whereSeparator: \.isWhitespace)
            .compactMap { UInt64($0, radix: 16) }
        // 32 and 33 are the C library's own. nptl(7)
        #expect(masks.map { $0 & ~0x1_8000_0000 } == [0, 0])
    }

    @Test func `how it ended is told, and what it said`() async throws {
        let process = try ChildProcess(
            "/bin/sh", ["-c", "pwd; echo \"$WORD\" >&2; exit 3"], environment: ["WORD": "as told"],
            directory: "/proc")
        #expect(await process.exitStatus() == 3)
        #expect(process.standardOutput == "/proc\n")
        #expect(process.standardError == "as told\n")
        #expect(!process.isRunning)
    }

    @Test func `what it is given ends when the test closes it`() async throws {
        let input = Pipe()
        let process = try ChildProcess("/bin/cat", [], input: input)
        try input.fileHandleForWriting.write(contentsOf: Data("word".utf8))
        try input.fileHandleForWriting.close()
        #expect(await process.exitStatus() == 0)
        #expect(process.standardOutput == "word")
    }

    @Test func `a signal ends it, and one that comes after its end meets nobody`() async throws {
        let process = try ChildProcess("/bin/sleep", ["1000"])
        #expect(process.isRunning)
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == -SIGTERM)
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == -SIGTERM)
    }

    @Test func `it is killed when the value goes`() throws {
        var process: ChildProcess? = try ChildProcess("/bin/sleep", ["1000"])
        let identifier = try #require(process?.identifier)
        #expect(kill(identifier, 0) == 0)
        process = nil
        #expect(kill(identifier, 0) == -1)
    }

    @Test func `what is not there does not start`() {
        #expect(throws: ChildProcess.NotStarted(program: "/nowhere/at-all", code: ENOENT)) {
            _ = try ChildProcess("/nowhere/at-all", [])
        }
    }
}
