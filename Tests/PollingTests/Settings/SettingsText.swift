import ConfigTree

/// What a read of a text gives, and the first line of each problem.
func reading<Value>(
    _ text: String, _ read: (MapReader) -> Value
) -> (value: Value, problems: [String]) {
    let report = ConfigReport(file: "f", bytes: Array(text.utf8))
    let value = read(report.root())
    return (
        value,
        report.problems.map { String($0.description.prefix { $0 != "\n" }.dropFirst(2)) }
    )
}
