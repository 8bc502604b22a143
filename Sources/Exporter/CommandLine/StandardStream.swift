import Glibc

/// Where sub-commands print.
enum StandardStream {
    case output
    case errors

    /// Writes all of a text, and waits for a slow reader; gives up where the reader is gone.
    func write(_ text: String) {
        let descriptor = self == .output ? STDOUT_FILENO : STDERR_FILENO
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeBufferPointer(rebasing: rest)
                let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}
