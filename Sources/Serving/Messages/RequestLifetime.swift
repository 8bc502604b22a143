import Glibc

/// What ends a request from outside: the client, and the server's stop.
struct RequestLifetime: Sendable {
    let socket: Int32
    let stop: Wakeup

    /// Waits for the first of the time's end, the server's stop, and the client's leaving.
    func pause(for duration: Duration) -> PauseEnd {
        let end = SuspendingClock.now.advanced(by: duration)
        while true {
            var polled = [
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Self.peerClosed, revents: 0),
            ]
            let left = SuspendingClock.now.duration(to: end)
            guard left > .zero else { return .elapsed }
            poll(&polled, nfds_t(polled.count), left.pollTimeout)
            if polled[0].revents != 0 { return .serverStops }
            if polled[1].revents != 0 { return .clientLeft }
        }
    }

    /// `POLLRDHUP`, which poll(2) reports once the peer has closed its side.
    private static let peerClosed: Int16 = 0x2000
}
