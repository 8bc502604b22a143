import Glibc

/// Writes the log to standard error, and gives a line up rather than wait for a stuck reader.
struct StandardErrorSink: LogSink {
    /// How long a full pipe may hold the caller up, in milliseconds.
    private static let patience: Int32 = 100

    /// Makes the sink, and lets writes to a closed pipe fail instead of ending the process.
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                // Room is reported for `PIPE_BUF` bytes at least, so one piece cannot block.
                var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
                let ready = poll(&descriptor, 1, Self.patience)
                if ready < 0, errno == EINTR { continue }
                guard ready > 0 else { return }
                let piece = UnsafeBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
                let written = Glibc.write(STDERR_FILENO, piece.baseAddress, piece.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}
