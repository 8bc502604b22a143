import Glibc

/// Lines to standard output and standard error, each written whole and at once.
enum StandardStreams {
    /// Writes a line to standard output.
    static func print(_ line: String) {
        write(line, to: STDOUT_FILENO)
    }

    /// Writes a line to standard error.
    static func printError(_ line: String) {
        write(line, to: STDERR_FILENO)
    }

    private static func write(_ line: String, to descriptor: Int32) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // A reader that has gone is no reason to stop answering.
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
