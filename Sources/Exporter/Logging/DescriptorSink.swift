import Glibc

/// Writes the log to a descriptor, and gives a line up rather than wait for a stuck reader.
struct DescriptorSink: LogSink {
    /// How long a full pipe may hold the caller up, in milliseconds.
    private static let patience: Int32 = 100

    private let descriptor: Int32

    /// Makes the sink, and lets writes to a closed pipe fail instead of ending the process.
    init(_ descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        signal(SIGPIPE, SIG_IGN)
    }

    func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                // Room is reported for `PIPE_BUF` bytes at least, so one piece cannot block.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let ready = poll(&waiting, 1, Self.patience)
                if ready < 0, errno == EINTR { continue }
                guard ready > 0 else { return }
                let piece = UnsafeBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
                let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}
