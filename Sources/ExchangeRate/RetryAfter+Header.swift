import Freshness

extension RetryAfter {
    /// The longest wait that is taken at its word; a longer one counts as this.
    ///
    /// Beyond any wait that a caller allows, and small enough to be added to any time.
    static let longest = Duration.seconds(366 * 86_400)

    /// Reads the values of all `Retry-After` headers of an answer; nil where none can be read.
    ///
    /// | value | is |
    /// |---|---|
    /// | `7`, `1.5`, `1e3` | seconds, to the millisecond |
    /// | `0`, `-5` | no wait |
    /// | `1e9`, and longer | 366 days |
    /// | a date of HTTP, past or future | that time |
    /// | empty, `abc`, `inf` | not there |
    ///
    /// Of several, sent one by one or in a list, the longest counts: of the seconds if there are
    /// any, else of the dates.
    public init?(headerValues: [String]) {
        var seconds: [Duration] = []
        var dates: [Timestamp] = []
        for value in headerValues {
            if let date = Timestamp(httpDate: value.trimmingBlanks()) {
                dates.append(date)
            } else {
                seconds += value.split(separator: ",").compactMap { Self.wait(String($0)) }
            }
        }
        if let longest = seconds.max() {
            self = .after(longest)
        } else if let latest = dates.max() {
            self = .at(latest)
        } else {
            return nil
        }
    }

    private static func wait(_ text: String) -> Duration? {
        let text = text.trimmingBlanks()
        // `Double` also reads hexadecimal numbers and names of no number.
        let isDecimal = text.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.eE".utf8.contains(byte)
        }
        guard isDecimal, text.utf8.count <= 64, let seconds = Double(text) else { return nil }
        guard seconds > 0 else { return .zero }
        guard seconds < longest.inSeconds else { return longest }
        return .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }
}
