import ConfigTree
import Domain
import Serving

/// Takes over a web configuration and certificates that change, within 10 s.
actor WebWatcher {
    private static let interval: Duration = .seconds(3)

    private var current: WebConfiguration
    /// What was told and acted on last.
    private var settled: Finding {
        didSet { settlements += 1 }
    }
    /// How often something was settled: a look that began before it is out of date.
    private var settlements = 0
    private let reading = ReadingThread(name: "web")
    private let server: Server
    private let status: WebReloadStatus
    private let clock: any TimeSource
    private let logger: Logger

    /// What a look at the files found.
    private enum Finding {
        case good(WebConfiguration)
        /// Why it cannot be used: a reason a line.
        case bad([String])

        /// Whether another look found the same.
        func isSame(as other: Finding) -> Bool {
            switch (self, other) {
            case (.good(let one), .good(let other)): one.contents == other.contents
            case (.bad(let one), .bad(let other)): one == other
            case (.good, .bad), (.bad, .good): false
            }
        }
    }

    /// Makes a watcher of the configuration that the server started with.
    init(
        current: WebConfiguration, server: Server, status: WebReloadStatus,
        clock: any TimeSource, logger: Logger
    ) {
        self.current = current
        settled = .good(current)
        self.server = server
        self.status = status
        self.clock = clock
        self.logger = logger
    }

    /// Looks at the files until the task is cancelled.
    ///
    /// What is found counts once a second look finds the same: files are replaced one after the
    /// other, and an editor empties one before it writes, which would let everyone in.
    func run() async {
        var last = settled
        while true {
            do {
                try await clock.sleep(until: clock.now.instant.advanced(by: Self.interval))
            } catch {
                return
            }
            let settlements = settlements
            let found = await look()
            guard settlements == self.settlements else {
                last = settled
                continue
            }
            defer { last = found }
            guard found.isSame(as: last), !found.isSame(as: settled) else { continue }
            settled = found
            switch found {
            case .good(let configuration):
                take(configuration)
            case .bad(let reasons):
                status.noteFailure()
                for reason in reasons {
                    logger.warn(
                        "the web configuration cannot be used, the one before it stays in force",
                        ["detail": reason])
                }
            }
        }
    }

    /// Why a configuration, valid by itself, cannot be taken over; nil where it can.
    func problem(of found: WebConfiguration) -> String? {
        guard (found.tls == nil) != (current.tls == nil) else { return nil }
        return "\(found.file): TLS cannot be switched \(found.tls == nil ? "off" : "on") while the "
            + "daemon runs; restart it"
    }

    /// Notes that a reload found it to be of no use, and has said why: a reason a line.
    func noteFailure(_ reasons: [String]) {
        settled = .bad(reasons)
        status.noteFailure()
    }

    /// Takes a configuration over that has no problem, for new connections and all requests.
    func take(_ found: WebConfiguration) {
        settled = .good(found)
        let wasCurrent = status.noteSuccess(at: clock.now.timestamp)
        guard found.contents != current.contents else {
            if !wasCurrent {
                logger.info(
                    "the web configuration can be used again", ["web_config": found.file])
            }
            return
        }
        server.change(to: found.access)
        logger.info(
            "the web configuration has changed",
            [
                "web_config": found.file, "users": "\(found.userCount)",
                "tls": found.tls == current.tls ? "as before" : "changed",
            ])
        current = found
    }

    private func look() async -> Finding {
        do throws(ConfigurationError) {
            let found = try await reading.run {
                [file = current.file] () throws(ConfigurationError) in
                try WebConfiguration.load(file: file)
            }
            return problem(of: found).map { .bad([$0]) } ?? .good(found)
        } catch {
            return .bad(error.problems.map(\.description))
        }
    }
}
