import Domain
import Freshness

/// Writes records; a value that is passed to whoever reports something.
///
/// A message is constant text, which holds no secret and is written as it is. All data goes into
/// fields, and there secrets that the scrubber knows do not appear.
struct Logger: Sendable {
    private let level: LogLevel
    private let format: LogFormat
    private let sink: any LogSink
    private let scrubber: SecretScrubber
    private let now: @Sendable () -> Timestamp
    private var fields: [(key: String, value: String)] = []

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - level: records of less are dropped.
    ///   - format: how a record is written.
    ///   - sink: where it goes.
    ///   - scrubber: what takes the secrets out.
    ///   - now: the wall clock.
    init(
        level: LogLevel, format: LogFormat, sink: any LogSink, scrubber: SecretScrubber,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.level = level
        self.format = format
        self.sink = sink
        self.scrubber = scrubber
        self.now = now
    }

    /// A logger that adds fields to each of its records.
    func with(_ fields: KeyValuePairs<String, String>) -> Logger {
        var logger = self
        logger.fields += fields.map { ($0.key, $0.value) }
        return logger
    }

    /// Writes a record of what only a developer asks for.
    func debug(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
    ) {
        log(.debug, message, fields)
    }

    /// Writes a record of the normal course.
    func info(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
    ) {
        log(.info, message, fields)
    }

    /// Writes a record of what an operator should look at some time.
    func warn(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
    ) {
        log(.warn, message, fields)
    }

    /// Writes a record of what does not work.
    func error(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
    ) {
        log(.error, message, fields)
    }

    private func log(
        _ level: LogLevel, _ message: StaticString, _ fields: () -> KeyValuePairs<String, String>
    ) {
        guard level >= self.level else { return }
        let all = self.fields + fields().map { ($0.key, $0.value) }
        sink.write(
            format.line(
                at: now(), level: level, message: "\(message)",
                fields: all.map { ($0.key, scrubber.scrub($0.value)) }))
    }
}
