import Domain
import Testing

/// The judge of a pager finds each way of breaking the promise, and nothing else.
struct PagerAuditTests {
    /// What a pager accepted, and what is to be said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The starts of the episodes of `A`.
        var episodes: [Int64] = [1]
        var firing: [Int64] = []
        let events: [PagerEvent]
        var violations: [PromiseViolation] = []

        var testDescription: String { name }
    }

    private static func event(
        _ action: PagerEvent.Action, _ run: Int, _ id: String,
        _ told: TakenNotification.Told..., group: String = "G", key: String? = nil
    ) -> PagerEvent {
        PagerEvent(
            action: action, key: key ?? "key of \(group)",
            notification: TakenNotification(
                run: run, id: id, group: group, body: Array("\(id) \(action)".utf8), told: told))
    }

    static let kept = [
        Case(name: "nothing happened", episodes: [], events: []),
        Case(
            name: "opened and closed",
            events: [event(.trigger, 1, "a", .fires(1)), event(.resolve, 1, "b", .ended(1))]),
        Case(
            name: "still open", firing: [1], events: [event(.trigger, 1, "a", .fires(1))]),
        Case(
            name: "what ended unheard is opened and closed",
            events: [event(.trigger, 1, "a", .ended(1)), event(.resolve, 1, "a", .ended(1))]),
        Case(
            name: "ends in two parts, of which the last one closes",
            events: [
                event(.trigger, 1, "a", .ended(1)), event(.trigger, 1, "b", .ended(9, "B")),
                event(.resolve, 1, "b", .ended(9, "B")),
            ]),
        Case(
            name: "closed in a later run than opened",
            events: [event(.trigger, 1, "a", .ended(1)), event(.resolve, 2, "a", .ended(1))]),
        Case(
            name: "either event of a notification, and both, sent again after a kill",
            events: [
                event(.trigger, 1, "a", .ended(1)), event(.trigger, 2, "a", .ended(1)),
                event(.resolve, 2, "a", .ended(1)), event(.trigger, 3, "a", .ended(1)),
                event(.resolve, 3, "a", .ended(1)), event(.resolve, 4, "a", .ended(1)),
            ]),
        Case(
            name: "one of two alerts ends", episodes: [1], firing: [1],
            events: [
                event(.trigger, 1, "a", .fires(1), .fires(1, "B")),
                event(.trigger, 1, "b", .fires(1), .ended(1, "B")),
            ]),
        Case(
            name: "opened again by what came after", episodes: [1, 2], firing: [2],
            events: [
                event(.trigger, 1, "a", .fires(1)), event(.resolve, 1, "b", .ended(1)),
                event(.trigger, 1, "c", .fires(2)),
            ]),
        Case(
            name: "groups have incidents of their own", firing: [1],
            events: [
                event(.trigger, 1, "a", .fires(1)),
                event(.trigger, 1, "x", .fires(9, "B"), group: "H"),
                event(.resolve, 1, "y", .ended(9, "B"), group: "H"),
            ]),
    ]

    static let broken = [
        Case(
            name: "an end is lost, and the incident stays open",
            events: [event(.trigger, 1, "a", .fires(1))],
            violations: [.endLost(.example(1)), .incidentLeftOpen(group: "G")]),
        Case(
            name: "the second of two events is lost",
            events: [event(.trigger, 1, "a", .ended(1))],
            violations: [.incidentLeftOpen(group: "G")]),
        Case(
            name: "the first of two events is lost",
            events: [event(.resolve, 1, "a", .ended(1))],
            violations: [.resolvedUnopened(id: "a")]),
        Case(
            name: "a resolve comes before its trigger",
            events: [event(.resolve, 1, "a", .ended(1)), event(.trigger, 1, "a", .ended(1))],
            violations: [.resolvedUnopened(id: "a"), .incidentLeftOpen(group: "G")]),
        Case(
            name: "a second resolve tells what no trigger did", episodes: [1, 2],
            events: [
                event(.trigger, 1, "a", .fires(1)), event(.resolve, 1, "b", .ended(1)),
                event(.resolve, 1, "c", .ended(2)),
            ], violations: [.resolvedUnopened(id: "c")]),
        Case(
            name: "a start is lost", episodes: [1, 2], firing: [2],
            events: [event(.trigger, 1, "a", .fires(1)), event(.resolve, 1, "b", .ended(1))],
            violations: [.startLost(.example(2)), .incidentClosed(group: "G")]),
        Case(
            name: "an old trigger opens the incident again",
            events: [
                event(.trigger, 1, "a", .fires(1)), event(.resolve, 1, "b", .ended(1)),
                event(.trigger, 2, "a", .fires(1)),
            ], violations: [.outOfOrder(id: "a"), .incidentLeftOpen(group: "G")]),
        Case(
            name: "the key changes",
            events: [
                event(.trigger, 1, "a", .fires(1)),
                event(.resolve, 2, "b", .ended(1), key: "another"),
            ],
            violations: [
                .keyChanged(group: "G"), .resolvedUnopened(id: "b"),
                .incidentLeftOpen(group: "G"),
            ]),
        Case(
            name: "two groups share a key", firing: [1],
            events: [
                event(.trigger, 1, "a", .fires(1), key: "K"),
                event(.trigger, 1, "x", .fires(9, "B"), group: "H", key: "K"),
                event(.resolve, 1, "y", .ended(9, "B"), group: "H", key: "K"),
            ], violations: [.keyChanged(group: "H")]),
        Case(
            name: "the first of two events is sent again without a kill",
            events: [
                event(.trigger, 1, "a", .ended(1)), event(.trigger, 1, "a", .ended(1)),
                event(.resolve, 1, "a", .ended(1)),
            ], violations: [.sentAgainWithoutKill(id: "a")]),
        Case(
            name: "the second of two events is sent again without a kill",
            events: [
                event(.trigger, 1, "a", .ended(1)), event(.resolve, 1, "a", .ended(1)),
                event(.resolve, 1, "a", .ended(1)),
            ], violations: [.sentAgainWithoutKill(id: "a")]),
        Case(
            name: "one kill makes two come again",
            events: [
                event(.trigger, 1, "a", .fires(1)), event(.resolve, 1, "b", .ended(1)),
                event(.trigger, 1, "x", .fires(9, "B"), group: "H"),
                event(.resolve, 2, "b", .ended(1)),
                event(.trigger, 2, "x", .fires(9, "B"), group: "H"),
                event(.resolve, 2, "y", .ended(9, "B"), group: "H"),
            ], violations: [.sentAgainTooOften(afterRun: 1, ids: ["b", "x"])]),
    ]

    @Test(arguments: kept)
    func `nothing is said against`(row: Case) {
        #expect(Self.audit(row).isEmpty)
    }

    @Test(arguments: broken)
    func `it is found out that`(row: Case) {
        #expect(Self.audit(row) == row.violations)
    }

    /// Those of `B` are known by being told, so that a case names those of `A` alone.
    private static func audit(_ row: Case) -> [PromiseViolation] {
        let told = row.events.flatMap(\.notification.told)
            .filter { $0.episode.fingerprint == "B" }
        return PagerAudit(
            episodes: Set(row.episodes.map { .example($0) } + told.map(\.episode)),
            firing: Set(row.firing.map { .example($0) })
        ).violations(in: row.events)
    }
}
