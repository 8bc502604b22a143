/// Takes finished lines of the log.
protocol LogSink: Sendable {
    /// Writes a line, which ends in a newline; what cannot be written is lost, never an error.
    func write(_ line: String)
}
