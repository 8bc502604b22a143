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

    @Test func `a process goes on without its pages`() async {
        await CodePages.releaseAfterStart(clock: SystemClock())
        #expect(Int("42") == 42)
    }
}
