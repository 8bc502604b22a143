import Domain
import ExchangeRate
import Freshness

/// Something that is wrong, in one line, for the top of the page.
struct StatusProblem {
    var tone: Tone
    var text: HTML

    /// All that is wrong, the worst first.
    static func all(
        in snapshot: Snapshot, at now: Moment, isWebConfigurationCurrent: Bool = true
    ) -> [StatusProblem] {
        let problems =
            ofClock(snapshot.bases)
            + snapshot.bases.flatMap { ofData($0, at: now) + ofClasses($0) + ofPolls($0) }
            + ofReceivers(snapshot.receivers) + ofHeartbeat(snapshot.heartbeat)
            + ofAccount(snapshot.account, at: now) + ofRequests(snapshot.account, at: now)
            + ofExporter(snapshot)
            + (isWebConfigurationCurrent ? [] : [ofWebConfiguration])
        guard !problems.isEmpty else { return ofAlerts(snapshot.alerts) }
        return problems.filter { $0.tone == .bad } + problems.filter { $0.tone != .bad }
    }

    /// One clock is told once, for however many bases.
    private static func ofClock(_ bases: [BaseSnapshot]) -> [StatusProblem] {
        guard let offset = bases.lazy.compactMap(\.clockOffset).first else { return [] }
        let side = offset > .zero ? "ahead of" : "behind"
        return [
            StatusProblem(
                tone: .bad,
                text: """
                    The local clock is \(DurationText.text(offset)) \(side) the API's: \
                    set the clock, for ages of data are wrong until then
                    """)
        ]
    }

    private static func ofData(_ base: BaseSnapshot, at now: Moment) -> [StatusProblem] {
        let count = base.staleSymbolCount(at: now.instant)
        let overdue = base.symbols.map { $0.staleAfter.duration(to: now.instant) }.max()
        let since = DurationText.text(overdue ?? .zero)
        if base.isStale(at: now.instant) {
            let detail: HTML =
                base.symbols.isEmpty
                ? "no data has come by its time"
                : "data is stale, \(count) of \(base.symbols.count) symbols overdue by up to \(since)"
            return [StatusProblem(tone: .bad, text: "\(link(base)): \(detail)")]
        }
        guard count > 0 else { return [] }
        return [
            StatusProblem(
                tone: .warning,
                text: """
                    \(link(base)): \(count) of \(base.symbols.count) symbols overdue by up to \
                    \(since), others are fresh
                    """)
        ]
    }

    /// A class that is missed, since data of another one took its place.
    private static func ofClasses(_ base: BaseSnapshot) -> [StatusProblem] {
        guard !base.missingClasses.isEmpty else { return [] }
        let present = Set(base.symbols.compactMap { $0.observation?.source })
            .subtracting(base.missingClasses).sorted().joined(separator: ", ")
        let missing = base.missingClasses.joined(separator: ", ")
        return [
            StatusProblem(
                tone: .warning,
                text: """
                    \(link(base)): downgraded, <bdi>\(present)</bdi> came in the place of \
                    <bdi>\(missing)</bdi>, which is still missing
                    """)
        ]
    }

    private static func ofPolls(_ base: BaseSnapshot) -> [StatusProblem] {
        guard case .failed(let reason) = base.lastResult else { return [] }
        let tone: Tone
        switch reason {
        case .unauthorized, .forbidden, .quotaExceeded: tone = .bad
        case .dns, .connect, .tls, .timeout, .redirect, .tooLarge, .badRequest, .notFound,
            .unprocessable, .rateLimited, .server, .unexpectedStatus, .interrupted, .apiError,
            .decode, .baseMismatch:
            tone = .warning
        }
        return [
            StatusProblem(
                tone: tone,
                text: """
                    \(link(base)): the last poll failed, <code>\(reason.rawValue)</code>\
                    \(message(FailureText.text(base.lastErrorMessage, reason: reason)))
                    """)
        ]
    }

    private static func ofAccount(_ account: AccountSnapshot, at now: Moment) -> [StatusProblem] {
        guard let until = account.backoffUntil, until > now.timestamp else { return [] }
        let wait = DurationText.text(until - now.timestamp)
        if account.isQuotaSpent {
            return [
                StatusProblem(
                    tone: .bad, text: "The month's quota is spent: polling pauses for \(wait)")
            ]
        }
        return [
            StatusProblem(
                tone: .warning, text: "The API limits requests: polling pauses for \(wait)")
        ]
    }

    /// What the configuration asks for and the API is known not to grant.
    private static func ofRequests(_ account: AccountSnapshot, at now: Moment) -> [StatusProblem] {
        var texts: [HTML] = []
        if account.plan.exceedsAnonymousLimits {
            texts.append(
                """
                The configuration asks for more than the API grants without a key: use a key, or \
                longer intervals
                """)
        }
        switch account.isQuotaSpent ? nil : QuotaOutlook(of: account, at: now.timestamp) {
        case nil, .lasts: break
        case .usedUp:
            texts.append("The requests of this month have used up the quota")
        case .endsEarly(let end):
            texts.append(
                """
                The month's quota is used up at the present pace by \
                <time datetime="\(UTCText.machine(end))">\(UTCText.dayAndTime(end))</time>: \
                lengthen the intervals, or raise the plan
                """)
        }
        return texts.map { StatusProblem(tone: .warning, text: $0) }
    }

    private static func ofReceivers(_ receivers: [ReceiverSnapshot]) -> [StatusProblem] {
        receivers.enumerated().flatMap { position, receiver in
            let title: HTML = """
                Receiver \
                <a href="#\(ReceiverSection.anchor(at: position))"><bdi>\(receiver.name)</bdi></a>
                """
            let delivery =
                receiver.isStopped ? [ofStop(receiver, title)] : ofDelivery(receiver, title)
            return delivery + ofDrops(receiver, title)
        }
    }

    private static func ofStop(_ receiver: ReceiverSnapshot, _ title: HTML) -> StatusProblem {
        let count = receiver.waiting.count
        let what: HTML =
            switch count {
            case 0: "nothing is sent to it"
            case 1: "a notification is not sent"
            default: "\(count) notifications are not sent"
            }
        return StatusProblem(
            tone: .bad,
            text:
                "\(title): it said that it is gone, and \(what) until its URL changes or a restart")
    }

    private static func ofDelivery(_ receiver: ReceiverSnapshot, _ title: HTML) -> [StatusProblem] {
        let failures = receiver.waiting.compactMap(\.lastFailure)
        guard let failure = failures.first else { return ofAddresses(receiver, title) }
        let what = failures.count == 1 ? "a notification" : "\(failures.count) notifications"
        return [
            StatusProblem(
                tone: .bad,
                text: "\(title): delivering \(what) fails, <code>\(failure.rawValue)</code>")
        ]
    }

    /// Addresses that miss what another one took.
    private static func ofAddresses(
        _ receiver: ReceiverSnapshot, _ title: HTML
    ) -> [StatusProblem] {
        let what: HTML =
            receiver.areAllAddressesFailing
            ? "takes nothing any more" : "does not take what others take"
        return receiver.failingAddresses.map { failing in
            StatusProblem(
                tone: receiver.areAllAddressesFailing ? .bad : .warning,
                text: """
                    \(title): <bdi>\(failing.address)</bdi> \(what), \
                    <code>\(failing.failure.rawValue)</code>
                    """)
        }
    }

    private static func ofDrops(_ receiver: ReceiverSnapshot, _ title: HTML) -> [StatusProblem] {
        let count = receiver.counters.dropped
        guard count > 0 else { return [] }
        let what = count == 1 ? "a notification was" : "\(count) notifications were"
        return [
            StatusProblem(tone: .warning, text: "\(title): \(what) given up since the start")
        ]
    }

    /// Whoever watches the other end is about to be told.
    private static func ofHeartbeat(_ heartbeat: HeartbeatSnapshot?) -> [StatusProblem] {
        guard let heartbeat, heartbeat.failures > 0 else { return [] }
        return [
            StatusProblem(
                tone: .warning,
                text: "The heartbeat does not reach <bdi>\(heartbeat.address)</bdi>")
        ]
    }

    /// Alerts, for where nothing else is wrong: a page must not look well while one fires.
    private static func ofAlerts(_ alerts: [AlertSnapshot]) -> [StatusProblem] {
        alerts.compactMap { alert in
            guard let phase = alert.state?.phase else { return nil }
            let subject: HTML = alert.key.base.map { " for \($0.text)" } ?? ""
            let state: HTML =
                switch phase {
                case .firing: "still fires, though nothing is wrong at this moment"
                case .pending: "is pending"
                }
            return StatusProblem(
                tone: .warning,
                text: """
                    <a href="#\(AlertsSection.anchor)">\(alert.key.name.rawValue)</a>\(subject) \
                    \(state)
                    """)
        }
    }

    private static func ofExporter(_ snapshot: Snapshot) -> [StatusProblem] {
        var problems: [StatusProblem] = []
        if let reason = snapshot.storage.memoryReason {
            problems.append(
                StatusProblem(
                    tone: .warning, text: "The state is kept in memory only: <bdi>\(reason)</bdi>"))
        }
        if !snapshot.isConfigurationCurrent {
            problems.append(
                StatusProblem(
                    tone: .warning,
                    text: "The newest configuration is not in force: reading it failed, see the log"
                ))
        }
        return problems
    }

    private static var ofWebConfiguration: StatusProblem {
        StatusProblem(
            tone: .warning,
            text: """
                The files of the web configuration cannot be used as they are now: what they said \
                before stays in force, see the log
                """)
    }

    private static func link(_ base: BaseSnapshot) -> HTML {
        "<a href=\"#\(base.base.text)\">\(base.base.text)</a>"
    }

    private static func message(_ message: String?) -> HTML {
        guard let message else { return "" }
        return ": <bdi>\(message)</bdi>"
    }
}
