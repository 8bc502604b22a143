import APIModel

/// The catalogue of flags: the parser and the help are made of it.
enum Flag: String, CaseIterable {
    case listenAddress = "web.listen-address"
    case key
    case limits
    case monthlyQuota = "monthly-quota"
    case source
    case closedMarket = "closed-market"
    case dailyStamp = "daily-stamp"
    case dailyDelay = "daily-delay"
    case dailySymbols = "daily-symbols"
    case effectiveAt = "effective-at"
    case seed
    case log
    case help
    case version

    /// What stands for the value in the help; nil for flags that take none.
    var placeholder: String? {
        switch self {
        case .limits, .effectiveAt, .help, .version: nil
        case .listenAddress: "ADDRESS"
        case .key: "KEY"
        case .monthlyQuota, .seed: "N"
        case .dailyDelay: "DURATION"
        case .dailySymbols: "CODES"
        case .source: Self.choices(ProviderSettings.Feed.self)
        case .closedMarket: Self.choices(ProviderSettings.ClosedMarket.self)
        case .dailyStamp: Self.choices(ProviderSettings.DailyStamp.self)
        case .log: Self.choices(StandInOptions.Log.self)
        }
    }

    /// What it does, with its default.
    var summary: String {
        switch self {
        case .listenAddress:
            "a loopback address, port 0 for any free one; repeatable (127.0.0.1:10979)"
        case .key: "the only key that is accepted; without it every key is"
        case .limits:
            "refuse what is over the real limits: 12 a minute, 100 an hour without a key"
        case .monthlyQuota: "requests a month with a key (10000), refused beyond it with --limits"
        case .source: "what the API offers (live)"
        case .closedMarket: "what live stamps do while the market is closed (ticks)"
        case .dailyStamp: "the time that an ECB fix bears (publication)"
        case .dailyDelay: "how long after 16:00 in Frankfurt a fix is taken over (0s)"
        case .dailySymbols: "currencies without live rates, with commas between them (IDR)"
        case .effectiveAt: "say in mixed replies when each symbol was observed"
        case .seed: "what live movements are drawn from (1)"
        case .log: "what goes to standard output (requests)"
        case .help: "print this and end"
        case .version: "print the version and end"
        }
    }

    private static func choices<Choice: CaseIterable & RawRepresentable<String>>(
        _ type: Choice.Type
    ) -> String {
        type.allCases.map(\.rawValue).joined(separator: "|")
    }
}
