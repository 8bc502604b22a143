import ConfigTree

/// What a read of a text gives, and what it reports.
func reading<Value>(
    _ text: String, redaction: Redaction = Redaction(), _ read: (MapReader) -> Value
) -> (value: Value, problems: [String]) {
    reading(Array(text.utf8), redaction: redaction, read)
}

/// What a read of bytes gives, and what it reports.
func reading<Value>(
    _ bytes: [UInt8], redaction: Redaction = Redaction(), _ read: (MapReader) -> Value
) -> (value: Value, problems: [String]) {
    let report = ConfigReport(file: "f", bytes: bytes, redaction: redaction)
    let value = read(report.root())
    return (value, report.problems.map(\.description))
}

/// What is wrong with a text before anything reads it.
func problems(in text: String) -> [String] {
    reading(text) { _ in }.problems
}
