import Glibc

/// Lines to standard output and standard error, each written whole and at once.
enum StandardStreams {
    /// Puts something in the place of standard descriptors that are closed, before others get them.
    ///
    /// The next socket would have the number of the stream, and be written the log.
    static func fillGaps() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given, and all below this one are taken (open(2)).
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

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
