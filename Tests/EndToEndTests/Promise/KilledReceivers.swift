import Domain
import Foundation
import TestKit

/// Those whom a daemon that is killed tells of alerts.
struct KilledReceivers: Sendable {
    let steady: MoodyReceiver
    let moody: MoodyReceiver
    let pager: MoodyReceiver
    let cluster: MoodyReceiver

    /// Takes much of it, as chance has it.
    ///
    /// - Parameter wallClock: what notes when a request comes, by the clock of who sends it.
    init(
        random: inout SeededGenerator, wallClock: @escaping @Sendable () -> Date = { .now }
    ) throws {
        try self.init(
            moody: .moody, pager: .sour, cluster: .moody, random: &random, wallClock: wallClock)
    }

    /// Takes all of it, but for a webhook that takes nothing.
    static func withOneThatRefuses() throws -> KilledReceivers {
        var random = SeededGenerator(seed: 0)
        return try KilledReceivers(
            moody: .refusing, pager: .good, cluster: .good, random: &random, wallClock: { .now })
    }

    private init(
        moody moodyTemper: MoodyReceiver.Temper, pager pagerTemper: MoodyReceiver.Temper,
        cluster clusterTemper: MoodyReceiver.Temper, random: inout SeededGenerator,
        wallClock: @escaping @Sendable () -> Date
    ) throws {
        func next() -> SeededGenerator { SeededGenerator(seed: random.next()) }
        steady = try MoodyReceiver(.webhook, .good, random: next(), wallClock: wallClock)
        moody = try MoodyReceiver(.webhook, moodyTemper, random: next(), wallClock: wallClock)
        pager = try MoodyReceiver(.pager, pagerTemper, random: next(), wallClock: wallClock)
        cluster = try MoodyReceiver(
            .alertmanager, clusterTemper, random: next(), wallClock: wallClock)
    }

    /// How a run of the daemon is to know them.
    ///
    /// - Parameter keyFile: holds the routing key of the pager.
    func configurations(run: Int, keyFile: String) -> [ReceiverConfiguration] {
        [
            ReceiverConfiguration("steady", url: steady.url(run: run)),
            ReceiverConfiguration("moody", url: moody.url(run: run)),
            ReceiverConfiguration(
                "pager", type: "pagerduty", url: pager.url(run: run),
                keys: ["routing_key_file: \(keyFile)"]),
            ReceiverConfiguration("cluster", type: "alertmanager", url: cluster.url(run: run)),
        ]
    }

    /// Takes everything at once from now on.
    func calmDown() {
        for receiver in all { receiver.calmDown() }
    }

    var requestCount: Int { all.map(\.requestCount).reduce(0, +) }
    var answerCount: Int { all.map(\.answerCount).reduce(0, +) }

    /// What the webhooks took.
    func notifications() throws -> [String: [TakenNotification]] {
        try ["steady": steady, "moody": moody].mapValues { receiver in
            try receiver.taken().map { try TakenNotification(webhook: $0) }
        }
    }

    /// What the pager accepted.
    func events() throws -> [PagerEvent] { try pager.taken().map { try PagerEvent($0) } }

    /// What the Alertmanager took.
    func posts() throws -> [AlertmanagerPost] {
        try cluster.taken().map { try AlertmanagerPost($0) }
    }

    /// The episodes that somebody was told of while they fired.
    func toldEpisodes() throws -> Set<Alert.Identity> {
        let told =
            try notifications().values.joined().flatMap(\.told)
            + events().flatMap(\.notification.told) + posts().flatMap(\.told)
        return Set(told.filter { !$0.isEnded }.map(\.episode))
    }

    /// What is wrong with what they took, by their names.
    func violations(episodes: Set<Alert.Identity>) throws -> [String: [PromiseViolation]] {
        let audit = PromiseAudit(episodes: episodes)
        var violations = try notifications().mapValues { audit.violations(in: $0) }
        violations["pager"] = try PagerAudit(episodes: episodes).violations(in: events())
        violations["cluster"] = try AlertmanagerAudit(episodes: episodes).violations(in: posts())
        return violations.filter { !$0.value.isEmpty }
    }

    /// All that they took, a line each, for who looks into a violation.
    func transcript() throws -> String {
        var lines = try notifications().mapValues { $0.map(\.description) }
        lines["pager"] = try events().map(\.description)
        lines["cluster"] = try posts().map(\.description)
        return lines.sorted { $0.key < $1.key }
            .map { "\($0.key):\n" + $0.value.joined(separator: "\n") }.joined(separator: "\n")
    }

    private var all: [MoodyReceiver] { [steady, moody, pager, cluster] }
}
