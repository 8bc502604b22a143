import Foundation

/// The end of a poll as the log of the daemon tells it.
struct PollEvent {
    let at: Date
    let base: String
    let outcome: PollOracle.Outcome
    let detail: String

    /// Reads a line; nil where it tells of something else.
    init?(_ line: Substring) {
        let isGood = line.contains("msg=polled ") || line.contains("msg=\"polled\"")
        guard isGood || line.contains("msg=\"a poll failed\""),
            let stamp = Self.field("ts", of: line), let base = Self.field("base", of: line),
            let at = try? Date(
                stamp, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        else { return nil }
        self.at = at
        self.base = base
        outcome = isGood ? .taken : .failed(Self.field("reason", of: line) ?? "")
        detail = String(line)
    }

    private static func field(_ name: String, of line: Substring) -> String? {
        guard
            let start = line.firstRange(of: " \(name)=")?.upperBound
                ?? (line.hasPrefix("\(name)=")
                    ? line.firstIndex(of: "=").map(line.index(after:)) : nil)
        else { return nil }
        return line[start...].prefix { $0 != " " }.trimmingCharacters(in: ["\""])
    }
}
