import Dispatch
import Glibc

/// Waits for SIGTERM or SIGINT, and lives through SIGHUP, which would end the process as well.
struct TerminationSignal: ~Copyable {
    private let sources: [any DispatchSourceSignal]
    private let signals: AsyncStream<Int32>

    /// Takes the signals over from the system, which would end the process at once.
    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        sources = [SIGTERM, SIGINT, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// Waits for the first that asks for the end, and tells its name.
    ///
    /// - Parameter hangUp: called for each SIGHUP until then.
    func wait(hangUp: () -> Void) async -> String {
        for await number in signals {
            guard number != SIGHUP else {
                hangUp()
                continue
            }
            return number == SIGTERM ? "SIGTERM" : "SIGINT"
        }
        return "the end of the signals"
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
