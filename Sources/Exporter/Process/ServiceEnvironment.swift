import Glibc
import Serving

/// What a service manager such as systemd says by variables of the environment.
///
/// The variables mean this process alone, so that they are taken out once they are read.
struct ServiceEnvironment: Sendable {
    /// Variables that are of no use to us, or to a program that we might start.
    static let variables = [
        "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_USEC",
        "WATCHDOG_PID",
    ]
    /// The descriptor of the first socket that is handed over. sd_listen_fds(3)
    private static let firstSocket: Int32 = 3

    /// The sockets that were handed over, to be used instead of any other address.
    let sockets: [ListenAddress]
    /// Where the state of the service is told; nil where nobody asks for it.
    let notifySocket: NotifySocket?
    /// Within what time a sign of life is expected, each time; nil where none is.
    let watchdogTimeout: Duration?
    /// What of it cannot be used, and is passed over.
    let warnings: [String]

    /// Reads the variables.
    ///
    /// - Parameter process: our own number: what was meant for another process is none of ours.
    init(
        _ environment: [String: String], process: Int32
    ) throws(ServiceEnvironmentError) {
        var warnings: [String] = []
        sockets = try Self.sockets(environment, process: process)
        watchdogTimeout = Self.watchdogTimeout(environment, process: process)
        let path = environment["NOTIFY_SOCKET"] ?? ""
        notifySocket = NotifySocket(path)
        if notifySocket == nil, !path.isEmpty {
            warnings.append("NOTIFY_SOCKET is neither an absolute path nor an abstract address")
        }
        self.warnings = warnings
    }

    /// Takes the variables out of the environment, while the process has one thread alone.
    static func clear() {
        for name in variables { unsetenv(name) }
    }

    private static func sockets(
        _ environment: [String: String], process: Int32
    ) throws(ServiceEnvironmentError) -> [ListenAddress] {
        guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == process,
            let text = environment["LISTEN_FDS"], !text.isEmpty
        else { return [] }
        guard let count = UInt16(text), !text.hasPrefix("+") else {
            throw .malformedCount(text)
        }
        return (0..<Int32(count)).map { .inherited(descriptor: firstSocket + $0) }
    }

    /// By sd_watchdog_enabled(3): without a process it is meant for whoever reads it.
    private static func watchdogTimeout(
        _ environment: [String: String], process: Int32
    ) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }),
            microseconds > 0
        else { return nil }
        if let number = environment["WATCHDOG_PID"], Int32(number) != process { return nil }
        return .microseconds(microseconds)
    }
}

/// Why what the service manager hands over cannot be taken.
enum ServiceEnvironmentError: Error, Hashable, CustomStringConvertible {
    /// `LISTEN_FDS` is no number of sockets.
    case malformedCount(String)

    var description: String {
        switch self {
        case .malformedCount(let text):
            "LISTEN_FDS: found \"\(TerminalText.cell(text))\"; "
                + "allowed is the number of sockets that were handed over, from 0 to 65535"
        }
    }
}
