import CMicroHTTPD
import Glibc

/// A mark that one thread sets and others wait for, also in `poll`.
final class Wakeup: Sendable {
    /// Readable for as long as the mark is set.
    let descriptor: Int32

    /// Makes a mark that is not set; nil where the process has no descriptors left.
    init?() {
        descriptor = exchangerate_mhd_eventfd()
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sets the mark.
    func set() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes the mark back.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Waits for the mark, but no longer than this; without an end where it is nil.
    func wait(upTo duration: Duration?) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, duration?.pollTimeout ?? -1)
    }
}

extension Duration {
    /// Milliseconds for poll(2): rounded up, so that no wait ends early, and an hour at most.
    var pollTimeout: Int32 {
        let hour: Int64 = 3_600_000
        let (seconds, attoseconds) = components
        guard seconds < 3600 else { return Int32(hour) }
        guard self > .zero else { return 0 }
        let partial = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(seconds * 1000 + partial)
    }
}
