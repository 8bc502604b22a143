import Domain
import Glibc

/// The pages of code that the process has mapped, of the program and of its libraries.
///
/// A start touches code all over the files, and the kernel maps 64 kB around each page that is
/// touched. What runs after the start is a third of that.
enum CodePages {
    /// How long a start takes, with a first poll.
    private static let startTime: Duration = .seconds(2)

    /// Once the start is over, gives back all pages of code.
    ///
    /// They stay in the page cache for as long as the system has room for them: what still runs is
    /// mapped again when it does, at the price of a soft page fault for each 64 kB, once.
    static func releaseAfterStart(clock: some TimeSource) async {
        do {
            try await clock.sleep(until: clock.now.instant.advanced(by: startTime))
        } catch {
            // The daemon stops.
            return
        }
        // No range is another mapping by now: the daemon unloads no library, and maps no other file
        // of code. One that is refused stays as it is, which does no harm.
        for range in ranges(in: lines(of: "/proc/self/smaps")) {
            madvise(
                UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    /// Where there is code that is the same as in its file.
    ///
    /// Pages that differ from the file, as where a debugger set a mark, would be lost: mappings with
    /// any are left alone. See proc(5) on `smaps`, and madvise(2).
    static func ranges(in smaps: [String]) -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        var candidate: Range<UInt>?
        for line in smaps {
            let fields = line.split { $0 == " " || $0 == "\n" }
            guard let first = fields.first else { continue }
            guard first.hasSuffix(":") else {
                candidate = codeRange(fields)
                continue
            }
            if first == "Anonymous:", fields[1] == "0", let range = candidate {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// What the first line of a mapping tells, where it is of a file's code.
    private static func codeRange(_ fields: [Substring]) -> Range<UInt>? {
        guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return ends[0]..<ends[1]
    }

    private static func lines(of path: String) -> [String] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var lines: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        while getline(&line, &capacity, file) > 0, let line {
            lines.append(String(cString: line))
        }
        free(line)
        return lines
    }
}
