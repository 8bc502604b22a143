import Domain
import ExchangeRate
import Exposition
import Freshness

extension Scrape {
    /// Tuesday, 16 June 2026, 14:05:00 UTC, three hours after the boot.
    static let start = Moment(
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_781_618_700_000_000_000),
        instant: MonotonicInstant(nanosecondsSinceBoot: 10_800_000_000_000))

    static func build(
        _ bases: [BaseSnapshot], account: AccountSnapshot = AccountSnapshot(),
        storage: StorageSnapshot = StorageSnapshot(), alerts: [AlertSnapshot] = [],
        receivers: [ReceiverSnapshot] = [], requests: [HTTPRequestCount] = [],
        webConfiguration: WebConfigurationState? = nil, process: ProcessSample? = nil
    ) -> Scrape {
        Scrape(
            snapshot: Snapshot(
                publishedAt: start, bases: bases, account: account, storage: storage,
                alerts: alerts, receivers: receivers,
                configurationLoadedAt: start.timestamp - .seconds(3600),
                isConfigurationCurrent: true),
            now: start,
            build: BuildInfo(version: "0.1.0", revision: "0123abc", swiftVersion: "6.3.1"),
            httpRequests: requests, webConfiguration: webConfiguration, process: process)
    }

    /// A daemon that has just started: nothing is known yet.
    static let atStart = build(
        [unknownBase("GBP"), unknownBase("USD")],
        alerts: [
            alert(.keyRejected), alert(.limited), alert(.stale, "GBP"), alert(.stale, "USD"),
            alert(.symbolStale, "GBP"), alert(.symbolStale, "USD"),
        ],
        receivers: [idleReceiver("oncall"), idleReceiver("team-fx")])

    /// No base at all.
    static let withoutBases = build([])

    /// A daemon in the middle of its life, with every metric present.
    static let full = build(
        [unknownBase("CHF"), failingBase, mixedBase],
        account: AccountSnapshot(
            backoffUntil: start.timestamp + .milliseconds(90_500), stretch: 2, monthRequests: 1234,
            limits: RateLimits(remaining: 17, reset: start.timestamp + .seconds(60))),
        storage: StorageSnapshot(errors: [.commit: 3], memoryReason: "disk full"),
        alerts: [
            alert(.keyRejected, phase: .firing), alert(.limited), alert(.stale, "CHF"),
            alert(.stale, "EUR", phase: .firing), alert(.stale, "USD"),
            alert(.symbolStale, "CHF"), alert(.symbolStale, "EUR"),
            alert(.symbolStale, "USD", phase: .pending),
        ],
        receivers: [failingReceiver, idleReceiver("team-fx")],
        requests: [
            HTTPRequestCount(handler: "status", code: 200, count: 7),
            HTTPRequestCount(handler: "metrics", code: 503, count: 0),
            HTTPRequestCount(handler: "metrics", code: 200, count: 12345),
        ],
        webConfiguration: WebConfigurationState(
            isCurrent: false, loadedAt: start.timestamp - .seconds(1800)),
        process: process)

    /// Texts from outside that try to break the page.
    static let hostile = build(
        [
            BaseSnapshot(
                base: "EUR",
                symbols: hostileTexts.enumerated().map { index, text in
                    symbol(
                        CurrencyCode(letters(index)) ?? "XXX", "1", source: text,
                        age: .seconds(index))
                },
                context: ReplyContext(
                    source: "li\"ve\\\n", marketSession: "x\"} 1\nup 0\n", stamp: "",
                    observedAt: nil),
                pollInterval: .seconds(60), staleWithoutSymbolsAfter: start.instant)
        ], receivers: hostileReceivers.map(idleReceiver))

    /// The receivers' names are unique within the length of a label.
    static let hostileReceivers = hostileTexts.filter { !$0.hasSuffix("a2") }

    static let hostileTexts = [
        "li\"ve\\\n", "\n# TYPE x counter\nx 1\n", "\"} 1\n", "\\n", "", "é\u{301}\u{0}\r\t",
        String(repeating: "a", count: 64) + "1", String(repeating: "a", count: 64) + "2",
        String(repeating: "👩‍👩‍👧‍👦", count: 40), "{}", "NaN", "\u{2028}",
    ]

    private static func letters(_ index: Int) -> String {
        String(decoding: [65, 65, 65 + UInt8(index)], as: UTF8.self)
    }

    static func unknownBase(_ base: CurrencyCode) -> BaseSnapshot {
        BaseSnapshot(
            base: base,
            symbols: [
                SymbolSnapshot(
                    symbol: "EUR", observation: nil, dueAt: start.timestamp + .seconds(1200),
                    staleAfter: start.instant.advanced(by: .seconds(1200)),
                    isInLastGoodAnswer: false)
            ],
            pollInterval: .seconds(300),
            staleWithoutSymbolsAfter: start.instant.advanced(by: .seconds(1200)))
    }

    /// Live symbols, one of them gone from the answers, beside a daily one.
    static var mixedBase: BaseSnapshot {
        var counters = PollCounters()
        counters.polls = 42
        counters.errors = [.timeout: 2, .rateLimited: 1]
        counters.rejected = [.missing: 5]
        for milliseconds in [8, 25, 26, 700, 12_000, 61_000] {
            counters.durations.observe(.milliseconds(milliseconds))
        }
        return BaseSnapshot(
            base: "USD",
            symbols: [
                symbol("EUR", "0.86250", age: .milliseconds(180_250)),
                symbol("GBP", "0.7400000000000000000123456789", age: .milliseconds(180_250)),
                symbol("ISK", "125.4", source: "ecb_daily", age: .seconds(86_400), limit: 518_400),
                symbol("JPY", "157", age: .seconds(7200), isInLastGoodAnswer: false),
                symbol("XAU", "0.00000184", age: .zero),
            ],
            context: ReplyContext(
                source: "live", marketSession: "open", stamp: "2026-06-16T14:02:00Z",
                observedAt: start.timestamp - .seconds(180)),
            lastResult: .good, lastPollAt: start.timestamp - .milliseconds(60_123),
            lastSuccessAt: start.timestamp - .nanoseconds(59_000_000_001),
            nextPollAt: start.timestamp + .seconds(540), pollInterval: .seconds(600),
            counters: counters, staleWithoutSymbolsAfter: start.instant)
    }

    /// All data past its due time, and the API refuses the key.
    static var failingBase: BaseSnapshot {
        var counters = PollCounters()
        counters.polls = 3
        counters.errors = [.unauthorized: 3]
        return BaseSnapshot(
            base: "EUR", symbols: [symbol("USD", "1.16", age: .seconds(7200))],
            context: ReplyContext(source: "live", marketSession: nil, stamp: "", observedAt: nil),
            lastResult: .failed(.unauthorized), lastPollAt: start.timestamp - .seconds(5),
            nextPollAt: start.timestamp + .seconds(21_600), pollInterval: .milliseconds(1500),
            counters: counters, staleWithoutSymbolsAfter: start.instant)
    }

    static func symbol(
        _ code: CurrencyCode, _ rate: String, source: String = "live", age: Duration,
        limit: Int64 = 1200, isInLastGoodAnswer: Bool = true
    ) -> SymbolSnapshot {
        let observedAt = start.timestamp - age
        let due = Duration.seconds(limit) - age
        return SymbolSnapshot(
            symbol: code,
            observation: SymbolSnapshot.Observation(
                rateText: rate, source: source, marketSession: "open", observedAt: observedAt,
                stamp: "", ageAtArrival: age - min(age, .seconds(60)),
                arrivedAt: start.instant.advanced(by: .zero - min(age, .seconds(60)))),
            dueAt: start.timestamp + due, staleAfter: start.instant.advanced(by: due),
            isInLastGoodAnswer: isInLastGoodAnswer)
    }

    static var process: ProcessSample {
        var sample = ProcessSample()
        sample.cpuTime = .milliseconds(12_340)
        sample.openFileDescriptors = 14
        sample.maxFileDescriptors = 1_048_576
        sample.virtualMemoryBytes = 412_106_752
        sample.virtualMemoryMaxBytes = .max
        sample.residentMemoryBytes = 17_829_888
        sample.startedAt = start.timestamp - .milliseconds(3_600_250)
        sample.networkReceiveBytes = 987_654_321
        sample.networkTransmitBytes = 123_456_789
        return sample
    }
}
