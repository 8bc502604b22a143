import Dispatch
import Glibc

/// Waits for SIGTERM or SIGINT.
struct TerminationSignal: ~Copyable {
    private let sources: [any DispatchSourceSignal]
    private let signals: AsyncStream<Int32>

    /// Takes the signals over from the system, which would end the process.
    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Waits for the first of them, and tells its name.
    func wait() async -> String {
        for await number in signals {
            return number == SIGTERM ? "SIGTERM" : "SIGINT"
        }
        return "the end of the signals"
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
