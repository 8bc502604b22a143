import Foundation
import Freshness
import TestKit
import Testing

@testable import Exporter

@Suite struct CodePagesTests {
    private static func mapping(_ head: String, anonymous: Int) -> [String] {
        ["\(head)\n", "Size:    8 kB\n", "Rss:    8 kB\n", "Anonymous:    \(anonymous) kB\n"]
    }

    @Test(arguments: [
        ("of the program", "1000-3000 r-xp 00001000 fe:00 12      /usr/bin/program", 0, true),
        ("with a blank in its path", "1000-3000 r-xp 00001000 fe:00 12   /a b", 0, true),
        ("that was written to", "1000-3000 r-xp 00001000 fe:00 12      /usr/bin/program", 4, false),
        ("that is data", "1000-3000 r--p 00001000 fe:00 12      /usr/bin/program", 0, false),
        ("that may be written", "1000-3000 rwxp 00001000 fe:00 12      /usr/bin/program", 0, false),
        ("of the kernel", "1000-3000 r-xp 00000000 00:00 0      [vdso]", 0, false),
        ("without a file", "1000-3000 r-xp 00000000 00:00 0 ", 0, false),
    ])
    func `code as it is in its file is given back`(
        _ name: String, _ head: String, _ anonymous: Int, _ isReleased: Bool
    ) {
        let ranges = CodePages.ranges(in: Self.mapping(head, anonymous: anonymous))
        #expect(ranges == (isReleased ? [0x1000..<0x3000] : []))
    }

    @Test func `a mapping is judged by its own lines`() {
        let written = Self.mapping("1000-3000 r-xp 0 fe:00 12 /a", anonymous: 4)
        let clean = Self.mapping("4000-5000 r-xp 0 fe:00 12 /b", anonymous: 0)
        let data = Self.mapping("6000-7000 r--p 0 fe:00 12 /b", anonymous: 0)
        #expect(CodePages.ranges(in: written + clean + data) == [0x4000..<0x5000])
    }

    @Test(.enabled(if: !Sanitizer.isPresent, "a sanitizer's code is everywhere in use"))
    func `a process goes on with fewer pages of code`() async throws {
        let clock = ManualClock(Timestamp(nanosecondsSinceEpoch: 0))
        let before = try Self.residentCode()
        async let isReleased: Void = CodePages.releaseAfterStart(clock: clock)
        while clock.nextWake == nil { await Task.yield() }
        clock.advance(by: .seconds(2))
        await isReleased
        #expect(try Self.residentCode() < before)
    }

    /// Kibibytes of code that this process has mapped.
    private static func residentCode() throws -> Int {
        var isCode = false
        var sum = 0
        for line in try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(
            separator: "\n")
        {
            let fields = line.split(separator: " ")
            if !fields[0].hasSuffix(":") { isCode = fields[1] == "r-xp" }
            if isCode, fields[0] == "Rss:", let size = Int(fields[1]) { sum += size }
        }
        return sum
    }
}
