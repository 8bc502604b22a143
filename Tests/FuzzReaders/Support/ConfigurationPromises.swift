@testable import ConfigTree
@testable import Exporter

/// What holds of the errors of every configuration.
enum ConfigurationPromises {
    /// Throws where an error points beyond the text, or is unfit to be printed.
    ///
    /// - Parameter secrets: what no error may show.
    static func check(
        _ error: ConfigurationError, in bytes: [UInt8], hiding secrets: [String]
    ) throws(BrokenPromise) {
        guard !error.problems.isEmpty else { throw BrokenPromise("refused without an error") }
        let text = ConfigText(bytes)
        for problem in error.problems {
            guard !problem.message.isEmpty else { throw BrokenPromise("an error without words") }
            try PrintedText.check(problem.description, of: "an error", hiding: secrets)
            guard let place = problem.position else { continue }
            // The end of the text is a place too: one line after the last, its first column.
            let lines = text.lines.count
            let width =
                text.lines.indices.contains(place.line - 1) ? text.lines[place.line - 1].count : 0
            guard 1...(lines + 1) ~= place.line, 1...(width + 1) ~= place.column else {
                throw BrokenPromise("an error at \(place) of \(lines) lines: \(problem)")
            }
        }
    }
}
