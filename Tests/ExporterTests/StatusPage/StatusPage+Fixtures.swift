import Domain
import ExchangeRate
import Exposition
import Freshness

@testable import Exporter

extension StatusPage {
    /// The scenes that the page is looked at in.
    enum Scene: String, CaseIterable {
        /// All is well.
        case well
        /// As much as possible is wrong.
        case troubled
        /// The data is fresh again, but an alert is held and its notification is on its way.
        case clearing
        /// The daemon has just started.
        case start
        /// Texts from outside try to become markup.
        case hostile
        /// Nothing is configured.
        case empty

        var page: StatusPage {
            switch self {
            case .well:
                .page(
                    [usd, eurDaily], account: calm, alerts: inactiveAlerts,
                    receivers: [deliveringReceiver], heartbeat: heartbeat(failures: 0))
            case .troubled:
                .page(
                    [usdMixed, eurRejected, gbpNever, jpyFailing], account: limited,
                    alerts: troubledAlerts, receivers: troubledReceivers,
                    heartbeat: heartbeat(failures: 3), isTroubled: true)
            case .clearing:
                .page(
                    [usd], account: calm, alerts: [clearingAlert],
                    receivers: [sendingReceiver])
            case .start:
                .page(
                    [never("USD", ["EUR", "GBP", "JPY"])], account: AccountSnapshot(),
                    alerts: inactiveAlerts, receivers: [receiver("oncall")])
            case .hostile:
                .page(
                    [hostileBase], account: AccountSnapshot(), alerts: [hostileAlert],
                    receivers: [hostileReceiver], isHostile: true)
            case .empty: .page([], account: AccountSnapshot())
            }
        }
    }

    /// Tuesday, 16 June 2026, 14:05:00 UTC.
    static let present = Moment(
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_781_618_700_000_000_000),
        instant: MonotonicInstant(nanosecondsSinceBoot: 1_000_000_000_000_000))

    /// What an attacker who speaks for the API would send.
    static let hostileText =
        "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u{0}\n\u{202E}javascript:"

    static let calm = AccountSnapshot(
        monthRequests: 4711,
        limits: RateLimits(remaining: 83, reset: present.timestamp + .seconds(1500)),
        isKeyless: false,
        plan: RequestPlan(
            perHour: 13, mostPerMinute: 2, mostPerHour: 13, monthlyQuota: 10_000),
        requestsPerHour: 13)

    static let limited = AccountSnapshot(
        backoffUntil: present.timestamp + .seconds(432), stretch: 4, monthRequests: 12_345,
        limits: RateLimits(remaining: 0, reset: present.timestamp + .seconds(432)),
        plan: RequestPlan(
            perHour: 48, mostPerMinute: 4, mostPerHour: 48, isAnonymous: true),
        requestsPerHour: 24)

    static func heartbeat(failures: Int) -> HeartbeatSnapshot {
        HeartbeatSnapshot(
            address: "https://beat.example", interval: .seconds(60),
            lastSuccessAt: present.timestamp - .seconds(failures == 0 ? 12 : 300),
            failures: failures)
    }

    static func page(
        _ bases: [BaseSnapshot], account: AccountSnapshot, alerts: [AlertSnapshot] = [],
        receivers: [ReceiverSnapshot] = [], heartbeat: HeartbeatSnapshot? = nil,
        isTroubled: Bool = false, isHostile: Bool = false
    ) -> StatusPage {
        var storage = StorageSnapshot()
        if isTroubled {
            storage = StorageSnapshot(
                errors: [.commit: 12],
                memoryReason: "the folder /data is on a read-only file system")
        }
        if isHostile { storage.memoryReason = hostileText }
        return StatusPage(
            snapshot: Snapshot(
                publishedAt: present, bases: bases, account: account, storage: storage,
                alerts: alerts, receivers: receivers, heartbeat: heartbeat,
                configurationLoadedAt: present.timestamp - .seconds(93_600),
                isConfigurationCurrent: !isTroubled),
            now: present,
            build: BuildInfo(version: "0.1.0", revision: "0123abc", swiftVersion: "6.3.1"),
            telemetryPath: isHostile ? "/\"><script>" : "/metrics")
    }

    static func code(_ text: String) -> CurrencyCode {
        guard let code = CurrencyCode(text) else { preconditionFailure("no code: \(text)") }
        return code
    }

    static func symbol(
        _ code: String, _ rate: String, source: String = "live", session: String? = "open",
        age: Duration, limit: Duration, stamp: String, isInLastGoodAnswer: Bool = true
    ) -> SymbolSnapshot {
        let due = limit - age
        return SymbolSnapshot(
            symbol: self.code(code),
            observation: SymbolSnapshot.Observation(
                rateText: rate, source: source, marketSession: session,
                observedAt: present.timestamp - age, stamp: stamp, ageAtArrival: .zero,
                arrivedAt: present.instant.advanced(by: .zero - age)),
            dueAt: present.timestamp + due, staleAfter: present.instant.advanced(by: due),
            isInLastGoodAnswer: isInLastGoodAnswer)
    }

    /// Polls five minutes apart, the newest last; what failed, by its distance from the newest.
    static func polls(
        _ base: String, count: Int, failures: [Int: FailureReason] = [:]
    ) -> [PollRecord] {
        (0..<count).reversed().map { back in
            PollRecord(
                base: code(base), startedAt: present.timestamp - .seconds(48 + 300 * back),
                duration: .milliseconds(90 + back * 7),
                result: failures[back].map { .failed($0) } ?? .good)
        }
    }

    static let liveRates = [
        ("AUD", "1.5342"), ("CAD", "1.3655"), ("CHF", "0.81240"), ("CNY", "7.1826"),
        ("EUR", "0.86250"), ("GBP", "0.73610"), ("INR", "86.021"), ("JPY", "144.32"),
        ("MXN", "18.936"), ("NOK", "9.8815"), ("SEK", "9.4470"), ("XAU", "0.000001841549"),
    ]

    static var usd: BaseSnapshot {
        base(
            "USD",
            liveRates.map {
                symbol(
                    $0.0, $0.1, age: .seconds(180), limit: .seconds(1200),
                    stamp: "2026-06-16T14:02:00Z")
            },
            polls: polls("USD", count: 60, failures: [22: .timeout, 41: .rateLimited]),
            interval: .seconds(300))
    }

    static var eurDaily: BaseSnapshot {
        base(
            "EUR",
            [("CZK", "24.806"), ("HUF", "402.30"), ("ISK", "143.80"), ("PLN", "4.2695")].map {
                symbol(
                    $0.0, $0.1, source: "ecb_daily", session: nil, age: .seconds(86_700),
                    limit: .seconds(522_000), stamp: "2026-06-15T14:00:00Z")
            },
            polls: polls("EUR", count: 23), interval: .seconds(3600))
    }

    /// Live symbols are fresh but for one that vanished; one never came.
    static var usdMixed: BaseSnapshot {
        var mixed = usd
        mixed.symbols[6] = symbol(
            "INR", "86.021", age: .seconds(10_800), limit: .seconds(1200),
            stamp: "2026-06-16T11:05:00.25Z", isInLastGoodAnswer: false)
        mixed.symbols[11] = never("USD", ["XAU"]).symbols[0]
        mixed.recentPolls = polls(
            "USD", count: 60, failures: [0: .rateLimited, 2: .rateLimited, 3: .rateLimited])
        mixed.lastResult = .failed(.rateLimited)
        mixed.lastErrorMessage = "429: too many requests, retry after 480 s"
        mixed.pollInterval = .seconds(1020)
        return mixed
    }

    static var eurRejected: BaseSnapshot {
        var rejected = base(
            "EUR",
            [("CHF", "0.94190"), ("GBP", "0.85346"), ("USD", "1.1594")].map {
                symbol(
                    $0.0, $0.1, age: .seconds(18_000), limit: .seconds(1200),
                    stamp: "2026-06-16T09:05:00Z")
            },
            polls: polls(
                "EUR", count: 60,
                failures: Dictionary(uniqueKeysWithValues: (0..<9).map { ($0, .unauthorized) })),
            interval: .seconds(21_600))
        rejected.lastResult = .failed(.unauthorized)
        rejected.lastErrorMessage = "401 unauthorized: the key was refused; is it still valid?"
        rejected.lastSuccessAt = present.timestamp - .seconds(17_950)
        return rejected
    }

    static var gbpNever: BaseSnapshot {
        var base = never("GBP", [])
        base.staleWithoutSymbolsAfter = present.instant.advanced(by: .seconds(-60))
        base.lastPollAt = present.timestamp - .seconds(30)
        base.lastResult = .failed(.dns)
        base.lastErrorMessage = "the name api.exchangerate.dev could not be resolved"
        base.recentPolls = polls("GBP", count: 4, failures: [0: .dns, 1: .dns, 2: .dns, 3: .dns])
        return base
    }

    static var jpyFailing: BaseSnapshot {
        var base = base(
            "JPY",
            [
                symbol(
                    "USD", "0.0069290465631929046563192904656", session: "interbank_closed",
                    age: .seconds(600), limit: .seconds(266_400), stamp: "2026-06-16T13:55:00Z")
            ],
            polls: polls("JPY", count: 2, failures: [0: .server]), interval: .seconds(300))
        base.lastResult = .failed(.server)
        base.lastErrorMessage = "503: upstream is being repaired"
        return base
    }

    static var hostileBase: BaseSnapshot {
        var base = base(
            "USD",
            [
                symbol(
                    "EUR", "1", source: hostileText, session: hostileText, age: .seconds(60),
                    limit: .seconds(1200), stamp: hostileText),
                symbol(
                    "GBP", "1", source: String(repeating: "x", count: 100_000), session: "",
                    age: .seconds(60), limit: .seconds(1200), stamp: ""),
            ],
            polls: [], interval: .seconds(60))
        base.lastResult = .failed(.decode)
        base.lastErrorMessage = hostileText
        return base
    }

    static func base(
        _ code: String, _ symbols: [SymbolSnapshot], polls: [PollRecord], interval: Duration
    ) -> BaseSnapshot {
        BaseSnapshot(
            base: self.code(code), symbols: symbols,
            context: ReplyContext(
                source: "live", marketSession: "open", stamp: "", observedAt: nil),
            lastResult: .good, lastPollAt: present.timestamp - .seconds(48),
            lastSuccessAt: present.timestamp - .milliseconds(47_800),
            nextPollAt: present.timestamp - .seconds(48) + interval, pollInterval: interval,
            recentPolls: polls, staleWithoutSymbolsAfter: present.instant)
    }

    static func never(_ base: String, _ symbols: [String]) -> BaseSnapshot {
        BaseSnapshot(
            base: code(base),
            symbols: symbols.map {
                SymbolSnapshot(
                    symbol: code($0), observation: nil, dueAt: present.timestamp + .seconds(1190),
                    staleAfter: present.instant.advanced(by: .seconds(1190)),
                    isInLastGoodAnswer: false)
            },
            pollInterval: .seconds(300),
            staleWithoutSymbolsAfter: present.instant.advanced(by: .seconds(1190)))
    }
}
