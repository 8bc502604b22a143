import TestKit
import Testing

/// A state of the exporter that the page is looked at in; texts from outside are as bad as can be.
enum StatusPageScene: String, CaseIterable, Sendable {
    /// All is well, of two bases.
    case well
    /// One base is stale and fires, the other one is fresh; the notification was taken.
    case stale
    /// The API answers with 429.
    case limited
    /// One base is stale, and no receiver takes that.
    case receiversDead = "receivers-dead"
    /// Thirty bases, all well.
    case thirtyBases = "thirty-bases"

    /// What tries to be markup, to end an attribute, and to turn what follows round.
    static let hostile =
        "</p></b><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u{202E}desrever"

    /// The same within the 64 characters that a name may have.
    static let hostileName = "</h2><script>alert(1)</script>\"'><img src=x>\u{202E}desrever"

    /// The longest text that a source may be, without a place to break it at.
    static let longWord = String(repeating: "W", count: 64)

    /// Rates with few digits, many, and a long whole part.
    private static let rates = [
        "EUR": "0.86250", "GBP": "0.0069290465631929046563192904656", "IDR": "16234.567891234",
        "XAU": "0.000001841549",
    ]

    /// The same as they are shown for reading, with their exact values.
    static let shownRates = [
        ("0.8625", "0.8625"), ("0.0069290466", "0.0069290465631929046563192904656"),
        ("16\u{202F}234.568", "16234.567891234"), ("0.000001841549", "0.000001841549"),
    ]

    /// Texts from outside that the page shows in this state.
    var shownTexts: [String] {
        let common = [Self.hostileName, Self.longWord]
        switch self {
        case .well, .thirtyBases: return common
        case .stale, .receiversDead: return common + ["team=" + Self.hostile]
        // What turns the text round is taken out of messages.
        case .limited:
            return common + [Self.hostile.replacing("\u{202E}", with: "") + Self.longWord]
        }
    }

    /// Runs an exporter until it is in the state.
    func stage() async throws -> StatusPageStage {
        let api = try RatesServer { base in Self.good(base) }
        if self == .stale || self == .receiversDead {
            api.change { base in base == "USD" ? Self.old : Self.good(base) }
        }
        var configuration = ExporterConfiguration(api: api.url)
        configuration.rates = ["USD": Self.rates.keys.sorted(), "CHF": ["EUR"]]
        // The same at weekends, so that the day of the week does not matter.
        configuration.freshness = ["live: 15m", "live_closed: 15m"]
        configuration.alerts = [
            "labels: {team: \"\(Self.escaped(Self.hostile))\", long: \"\(Self.longWord)\"}",
            "group_wait: 0s",
        ]
        if self == .thirtyBases {
            configuration.moreBases = "ABCDEFG".flatMap { first in "ABCD".map { "X\(first)\($0)" } }
        }
        let receiver = try ReceiverServer(self == .receiversDead ? .answers(500) : .takes)
        configuration.receivers = try receivers(at: receiver)
        let exporter = try await ExporterProcess(configuration)
        let stage = StatusPageStage(exporter: exporter, api: api, receiver: receiver)
        try await wait(on: stage)
        return stage
    }

    private func receivers(at server: ReceiverServer) throws -> [ReceiverConfiguration] {
        let named = [
            ReceiverConfiguration("\"\(Self.escaped(Self.hostileName))\"", url: server.url),
            ReceiverConfiguration(Self.longWord, url: server.url),
        ]
        guard self == .receiversDead else { return named }
        return try named + [ReceiverConfiguration("gone", url: ReservedPort().url + "/hook")]
    }

    private func wait(on stage: StatusPageStage) async throws {
        let exporter = stage.exporter
        _ = try await exporter.metrics("every base was polled", within: .seconds(60)) { page in
            let ups = page.series("exchangerate_up").values
            return ups.count >= (self == .thirtyBases ? 30 : 2) && ups.allSatisfy { $0 == 1 }
        }
        switch self {
        case .well, .thirtyBases: break
        case .stale:
            _ = try await exporter.metrics("both were told", within: .seconds(60)) {
                $0.series("exchangerate_notification_last_success_timestamp_seconds").count == 2
            }
        case .receiversDead:
            _ = try await exporter.metrics("all have failed", within: .seconds(60)) { page in
                page.series("exchangerate_notifications_failed_total").values.count { $0 > 0 } >= 3
            }
        case .limited:
            stage.api.change { _ in
                .error(429, message: Self.hostile + Self.longWord, headers: "Retry-After: 3600\r\n")
            }
            _ = try await exporter.metrics("the gate is closed", within: .seconds(60)) {
                $0.value("exchangerate_backoff_until_timestamp_seconds") ?? 0 > 0
            }
        }
    }

    private static func good(_ base: String) -> RatesServer.Answer {
        .rates(rates, source: base == "USD" ? longWord : "live", session: hostile)
    }

    /// Beyond the limit of every class.
    private static var old: RatesServer.Answer {
        .rates(rates, age: .seconds(10 * 86_400), source: hostile, session: longWord)
    }

    /// A text within the quotes of YAML.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

/// An exporter in a state, and whom it talks to.
struct StatusPageStage: Sendable {
    let exporter: ExporterProcess
    let api: RatesServer
    let receiver: ReceiverServer
}
