import Glibc

/// Where sub-commands print.
enum StandardStream {
    case output
    case errors

    /// Puts something in the place of standard descriptors that are closed, before others get them.
    ///
    /// The next file or socket would have the number of the stream, and be written what is printed.
    /// What is put there cannot be used, so that a loss is still noticed.
    static func fillGaps() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given, and all below this one are taken (open(2)).
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all of a text, and waits for a slow reader; false where not all of it could be.
    @discardableResult
    func write(_ text: String) -> Bool {
        let descriptor = self == .output ? STDOUT_FILENO : STDERR_FILENO
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeBufferPointer(rebasing: rest)
                let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                rest = rest.dropFirst(written)
            }
            return true
        }
    }
}
