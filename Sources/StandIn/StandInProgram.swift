import Glibc
import Serving

/// The program: from its arguments to its exit code.
enum StandInProgram {
    static let version = "0.1.0"

    /// Runs until a signal asks for the end; returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        StandardStreams.fillGaps()
        do throws(StandInOptions.UsageError) {
            switch try StandInOptions.command(arguments) {
            case .help:
                StandardStreams.print(HelpText.text)
                return 0
            case .version:
                StandardStreams.print("exchangerate-standin, version \(version)")
                return 0
            case .serve(let options):
                return serve(options)
            }
        } catch {
            StandardStreams.printError("exchangerate-standin: \(error); see --help")
            return 2
        }
    }

    private static func serve(_ options: StandInOptions) -> Int32 {
        // Blocked before the server's threads begin, which inherit it: `sigwait` takes them here.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        let state = StandInState(settings: options.provider, machineTime: { WallClock.now })
        let log = options.log
        let api = APIRoute.make(state: state) { record in
            switch log {
            case .requests: StandardStreams.print(record.line)
            case .none: break
            }
        }
        let sink = Sink(machineTime: { WallClock.now }, print: { StandardStreams.print($0) })
        // A slow answer may take as long as a test wants it to.
        let deadlines = Deadlines(
            request: .seconds(30), response: .seconds(86_400), idle: .seconds(360))
        let server = Server(
            settings: ServerSettings(
                addresses: options.addresses, threading: .perConnection, deadlines: deadlines),
            routes: ControlRoutes(state: state).routes + sink.routes + [api])
        do throws(StartError) {
            try server.start()
        } catch {
            StandardStreams.printError("exchangerate-standin: \(error)")
            return 1
        }
        for address in server.boundAddresses {
            StandardStreams.print("url=http://\(address)")
        }
        var received: Int32 = 0
        sigwait(&signals, &received)
        // Not by way of the server's stop, which waits for handlers: nothing here needs an end.
        _exit(0)
    }
}
