import Testing

@testable import Serving

@Suite struct ConnectionStateTests {
    private static func at(_ seconds: Int) -> UptimeInstant {
        UptimeInstant(nanoseconds: Int64(seconds) * 1_000_000_000)
    }

    private static func sweep(
        _ state: inout ConnectionState, at seconds: Int, _ progress: SocketProgress = .init()
    ) -> ConnectionState.Action {
        state.sweep(now: at(seconds), progress: progress, deadlines: Deadlines())
    }

    private static func giveUp(_ state: inout ConnectionState) -> Bool { state.giveUp() }

    @Test func `an idle connection outlasts the 5 minutes of Prometheus, and not by much`() {
        #expect(Deadlines().idle > .seconds(300) && Deadlines().idle < .seconds(600))
        var state = ConnectionState(now: Self.at(0))
        state.requestBegan(now: Self.at(0))
        state.answerBegins(now: Self.at(0), progress: SocketProgress(received: 50))
        state.answerLeft(now: Self.at(1))
        #expect(Self.sweep(&state, at: 310, SocketProgress(received: 50)) == .keep)
        // What comes then is a request like any other.
        #expect(Self.sweep(&state, at: 311, SocketProgress(received: 60)) == .keep)
        state.requestBegan(now: Self.at(312))
        state.answerBegins(now: Self.at(312), progress: SocketProgress(received: 60))
        state.answerLeft(now: Self.at(313))
        #expect(Self.sweep(&state, at: 313 + 359, SocketProgress(received: 60)) == .keep)
        #expect(Self.sweep(&state, at: 313 + 360, SocketProgress(received: 60)) == .close)
    }

    @Test func `a request is due 30 s after the connection`() {
        var state = ConnectionState(now: Self.at(0))
        #expect(Self.sweep(&state, at: 29) == .keep)
        state.requestBegan(now: Self.at(29))
        #expect(Self.sweep(&state, at: 30) == .reset)
    }

    @Test func `a later request is due 30 s after its first byte is seen`() {
        var state = ConnectionState(now: Self.at(0))
        state.answerBegins(now: Self.at(1), progress: SocketProgress(received: 100))
        state.answerLeft(now: Self.at(1))
        #expect(Self.sweep(&state, at: 100, SocketProgress(received: 100)) == .keep)
        #expect(Self.sweep(&state, at: 101, SocketProgress(received: 101)) == .keep)
        #expect(Self.sweep(&state, at: 130, SocketProgress(received: 129)) == .keep)
        #expect(Self.sweep(&state, at: 131, SocketProgress(received: 130)) == .reset)
    }

    @Test func `an answer is due 60 s after its beginning`() {
        var state = ConnectionState(now: Self.at(0))
        state.answerBegins(now: Self.at(5), progress: SocketProgress())
        #expect(Self.sweep(&state, at: 64) == .keep)
        #expect(Self.sweep(&state, at: 65) == .reset)
    }

    @Test func `an answer that only the kernel has is due as well`() {
        var state = ConnectionState(now: Self.at(0))
        state.holdsPlace = true
        state.answerBegins(now: Self.at(5), progress: SocketProgress())
        state.answerLeft(now: Self.at(6))
        #expect(state.holdsPlace)
        #expect(Self.sweep(&state, at: 64, SocketProgress(hasUnsent: true)) == .keep)
        #expect(Self.sweep(&state, at: 65, SocketProgress(hasUnsent: true)) == .reset)
    }

    @Test func `an answer that was taken gives its place back`() {
        var state = ConnectionState(now: Self.at(0))
        state.holdsPlace = true
        state.answerBegins(now: Self.at(5), progress: SocketProgress())
        state.answerLeft(now: Self.at(6))
        #expect(Self.sweep(&state, at: 10) == .keep)
        #expect(!state.holdsPlace)
        #expect(Self.sweep(&state, at: 365) == .keep)
        #expect(Self.sweep(&state, at: 366) == .close)
    }

    @Test func `more requests on unread answers gain no time`() {
        var state = ConnectionState(now: Self.at(0))
        for second in stride(from: 0, to: 60, by: 10) {
            state.answerBegins(
                now: Self.at(second), progress: SocketProgress(hasUnsent: second > 0))
            state.answerLeft(now: Self.at(second))
            #expect(Self.sweep(&state, at: second, SocketProgress(hasUnsent: true)) == .keep)
        }
        #expect(Self.sweep(&state, at: 60, SocketProgress(hasUnsent: true)) == .reset)
    }

    @Test func `a client that closed its side is let go once it has read`() {
        var state = ConnectionState(now: Self.at(0))
        state.answerBegins(now: Self.at(1), progress: SocketProgress())
        let closed = SocketProgress(hasUnsent: true, isPeerClosed: true)
        #expect(Self.sweep(&state, at: 2, closed) == .keep)
        state.answerLeft(now: Self.at(3))
        #expect(Self.sweep(&state, at: 4, closed) == .keep)
        #expect(Self.sweep(&state, at: 5, SocketProgress(isPeerClosed: true)) == .close)
    }

    @Test func `a connection is ended once`() {
        var state = ConnectionState(now: Self.at(0))
        #expect(Self.sweep(&state, at: 30) == .reset)
        #expect(Self.sweep(&state, at: 31) == .keep)
    }

    @Test func `a connection is given up unless an answer is under way`() {
        var state = ConnectionState(now: Self.at(0))
        #expect(state.expendability == .init(isIdle: false, since: Self.at(0)))
        state.answerBegins(now: Self.at(1), progress: SocketProgress())
        #expect(!Self.giveUp(&state))
        state.answerLeft(now: Self.at(2))
        #expect(!Self.giveUp(&state))
        state.drain(SocketProgress())
        #expect(state.expendability == .init(isIdle: true, since: Self.at(2)))
        #expect(Self.giveUp(&state))
        #expect(!Self.giveUp(&state))
    }

    @Test func `idle connections go first, the longest idle before the others`() {
        let order: [ConnectionState.Expendability] = [
            .init(isIdle: true, since: Self.at(7)), .init(isIdle: true, since: Self.at(8)),
            .init(isIdle: false, since: Self.at(1)), .init(isIdle: false, since: Self.at(2)),
        ]
        #expect(order.reversed().sorted() == order)
    }

    @Test(arguments: [
        (Duration.seconds(30), Duration.seconds(2)), (.milliseconds(300), .milliseconds(20)),
        (.zero, .milliseconds(10)),
    ])
    func `connections are looked at often enough for the shortest deadline`(
        _ request: Duration, _ interval: Duration
    ) {
        #expect(Deadlines(request: request).sweepInterval == interval)
    }
}
