import Freshness

/// The keys of the configuration: reference, manual page and packaged file are made from it.
///
/// The daemon reads keys where they are needed, so this list is held against its readers: each key
/// that they know is here, with the kinds, bounds and defaults that they have.
enum KeyCatalogue {
    /// In the order of the reference.
    static let sections =
        [api, poll, rates, freshness, fix] + [alerts] + rules + [receivers, heartbeat]

    private static let oneDay = Duration.seconds(86_400)
    static let oneYear = Duration.seconds(365 * 86_400)

    /// The section of a name, such as `alerts.stale`.
    static func section(_ name: String) -> KeySection? { sections.first { $0.name == name } }

    private static let api = KeySection(
        path: ["api"],
        meaning: "How the API is reached.",
        keys: [
            KeyDefinition(
                name: "url", kind: .address, standard: .value("https://api.exchangerate.dev"),
                meaning: "`http://` only for loopback hosts, or without a key"),
            KeyDefinition(
                name: "key_file", kind: .file,
                meaning: "a file with the key; looked at every 5 s, and taken over when it changes"),
            KeyDefinition(
                name: "basic_auth_file", kind: .file,
                meaning: "a file with `user:password` in UTF-8, to poll another exporter behind "
                    + "basic authentication; not together with a key"),
            KeyDefinition(
                name: "timeout", kind: .duration(.milliseconds(100)...(.seconds(60))),
                standard: .value("10s"), meaning: "for one whole request"),
            KeyDefinition(
                name: "ca_file", kind: .file,
                meaning: "PEM file of authorities to trust instead of the system's"),
        ])

    private static let poll = KeySection(
        path: ["poll"],
        meaning: "How often the API is asked, over all bases.",
        keys: [
            KeyDefinition(
                name: "interval", kind: waits, standard: .value("5m"),
                meaning: "between two polls of a base; from `min_interval` to `max_interval`"),
            KeyDefinition(
                name: "min_interval", kind: waits, standard: .value("1m"),
                meaning: "no interval and no wait is shorter"),
            KeyDefinition(
                name: "max_interval", kind: waits, standard: .value("24h"),
                meaning: "no interval is stretched beyond it"),
            KeyDefinition(
                name: "max_backoff", kind: waits, standard: .value("6h"),
                meaning: "the longest wait of any backoff; `max_interval` where that is shorter"),
            KeyDefinition(
                name: "requests_per_minute", kind: counts, standard: .value("10"),
                meaning: "over all bases, spaced evenly; `0`: no limit"),
            KeyDefinition(
                name: "requests_per_hour", kind: counts,
                standard: .words(
                    "`90` without a key at api.exchangerate.dev, else `0`", example: "90"),
                meaning: "the same by the hour"),
            KeyDefinition(
                name: "monthly_quota", kind: counts, standard: .value("0"),
                meaning: "the plan's requests a month, against which `check-config` and the status "
                    + "page hold what is requested; `0`: not known"),
        ])

    private static let waits = KeyKind.duration(.seconds(1)...oneDay)
    private static let counts = KeyKind.number(0...1_000_000_000)

    private static let rates = KeySection(
        path: ["rates"], isList: true,
        meaning: "What is polled; the default is USD with EUR, GBP and JPY.",
        needed: ["base": "USD"],
        keys: [
            KeyDefinition(
                name: "base", kind: .text, standard: .required(example: "USD"),
                meaning: "three letters"),
            KeyDefinition(
                name: "symbols", kind: .list(of: "currencies"),
                standard: .words("all that the API returns", example: "[EUR, GBP, JPY]"),
                meaning: "codes of three letters; the base among them is not asked for"),
            KeyDefinition(
                name: "interval", kind: .duration(.seconds(60)...oneDay),
                standard: .words("`poll.interval`"),
                meaning: "for this base alone; bounded by `poll.min_interval` and "
                    + "`poll.max_interval`"),
        ])

    private static let freshness = KeySection(
        path: ["freshness"],
        meaning:
            "How long data may be the newest, by class. To each limit the interval of the base "
            + "is added.",
        keys: [
            KeyDefinition(
                name: "live", kind: ages, standard: .value("15m"),
                meaning: "data that follows the market"),
            KeyDefinition(
                name: "live_closed", kind: ages, standard: .value("74h"),
                meaning: "the same while the market is closed and the reply names no session "
                    + "`open`; lower it where your plan ticks at weekends; `live` where that is "
                    + "longer"),
            KeyDefinition(
                name: "ecb_daily", kind: .limit(.seconds(1)...oneYear),
                standard: .value("{publication: target, grace: 18h}"),
                meaning: "the ECB's fixes"),
            KeyDefinition(
                name: "fred_daily", kind: ages, standard: .value("13d"),
                meaning: "weekly published noon rates"),
            KeyDefinition(
                name: "default", kind: ages, standard: .value("26h"),
                meaning: "every class that is not listed"),
            KeyDefinition(
                name: "boe_daily", kind: ages, standard: .words("`default`"),
                meaning: "a class as the API sends it, such as `boe_daily: 26h`", isOfUser: true),
        ])

    private static let ages = KeyKind.duration(.seconds(1)...oneYear)

    private static let fix = KeySection(
        path: ["freshness", "ecb_daily"],
        meaning: "When the ECB's next fix is due.",
        keys: [
            KeyDefinition(
                name: "publication", kind: .words(["target"]), standard: .value("target"),
                meaning: "16:00 in Frankfurt on the days of TARGET"),
            KeyDefinition(
                name: "grace", kind: .duration(.zero ... .seconds(30 * 86_400)),
                standard: .value("18h"), meaning: "how much later the API may have it"),
        ])
}
