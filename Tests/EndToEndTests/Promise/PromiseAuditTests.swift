import Domain
import Freshness
import Testing

/// The judge of the test of the promise finds each way of breaking it, and nothing else.
struct PromiseAuditTests {
    /// What a receiver took, and what is to be said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The starts of the episodes of `A`.
        var episodes: [Int64] = [1, 2]
        var firing: [Int64] = []
        let taken: [TakenNotification]
        var violations: [PromiseViolation] = []

        var testDescription: String { name }
    }

    static func taken(
        _ run: Int, _ id: String, _ told: TakenNotification.Told..., group: String = "G",
        body: String? = nil
    ) -> TakenNotification {
        TakenNotification(
            run: run, id: id, group: group, body: Array((body ?? id).utf8), told: told)
    }

    static let kept = [
        Case(
            name: "each transition once",
            taken: [
                taken(1, "a", .fires(1)), taken(1, "b", .ended(1)), taken(2, "c", .fires(2)),
                taken(3, "d", .ended(2)),
            ]),
        Case(name: "nothing happened", episodes: [], taken: []),
        Case(
            name: "what ended before it was told is told as ended",
            taken: [taken(1, "a", .ended(1), .fires(2)), taken(1, "b", .ended(2))]),
        Case(
            name: "the newest episode still fires", firing: [2],
            taken: [taken(1, "a", .fires(1)), taken(1, "b", .ended(1), .fires(2))]),
        Case(
            name: "sent again after a kill",
            taken: [
                taken(1, "a", .fires(1)), taken(2, "a", .fires(1)), taken(3, "a", .fires(1)),
                taken(3, "b", .ended(1)), taken(4, "b", .ended(1)), taken(4, "c", .ended(2)),
            ]),
        Case(
            name: "a newer one takes over what an older one told, and tells more",
            taken: [
                taken(1, "a", .fires(1)), taken(1, "b", .ended(1)),
                taken(2, "c", .ended(1), .fires(2)), taken(2, "d", .ended(2)),
            ]),
        Case(
            name: "an end is told again before the end of what came after it",
            taken: [
                taken(1, "a", .fires(1)), taken(1, "b", .ended(1), .fires(2)),
                taken(2, "c", .ended(1), .ended(2)),
            ]),
        Case(
            name: "what goes on is told again beside what changed", episodes: [1],
            taken: [
                taken(1, "a", .fires(1)), taken(1, "b", .fires(1), .fires(3, "B")),
                taken(1, "c", .ended(1), .fires(3, "B")),
            ]),
        Case(
            name: "groups have an order of their own",
            taken: [
                taken(1, "a", .fires(1)), taken(1, "x", .fires(9, "B"), group: "H"),
                taken(2, "a", .fires(1)), taken(2, "b", .ended(1)), taken(2, "c", .ended(2)),
            ]),
    ]

    static let broken = [
        Case(
            name: "a start is lost", firing: [2],
            taken: [taken(1, "a", .fires(1)), taken(1, "b", .ended(1))],
            violations: [.startLost(.example(2))]),
        Case(
            name: "an end is lost",
            taken: [taken(1, "a", .fires(1)), taken(1, "b", .ended(1)), taken(1, "c", .fires(2))],
            violations: [.endLost(.example(2))]),
        Case(
            name: "an end is lost, and the alert comes again",
            taken: [taken(1, "a", .fires(1)), taken(1, "b", .fires(2)), taken(1, "c", .ended(2))],
            violations: [.endLost(.example(1)), .outOfOrder(id: "b")]),
        Case(
            name: "an end has another start", episodes: [1],
            taken: [taken(1, "a", .fires(1)), taken(1, "b", .ended(2))],
            violations: [
                .endLost(.example(1)), .outOfOrder(id: "b"), .startUnknown(id: "b", .example(2)),
            ]),
        Case(
            name: "a start comes after its end", episodes: [1],
            taken: [taken(1, "a", .ended(1)), taken(1, "b", .fires(1))],
            violations: [.outOfOrder(id: "b")]),
        Case(
            name: "an older episode comes after a newer one",
            taken: [taken(1, "a", .ended(2)), taken(1, "b", .ended(1))],
            violations: [.outOfOrder(id: "b")]),
        Case(
            name: "an end is told again after the alert came again, as if that were over",
            taken: [
                taken(1, "a", .fires(1)), taken(1, "b", .ended(1), .fires(2)),
                taken(2, "c", .ended(1)), taken(2, "d", .ended(2)),
            ],
            violations: [.outOfOrder(id: "c"), .toldAgainByAnotherID(id: "c")]),
        Case(
            name: "an older one is sent again after a newer one", episodes: [1],
            taken: [taken(1, "a", .fires(1)), taken(1, "b", .ended(1)), taken(2, "a", .fires(1))],
            violations: [.outOfOrder(id: "a")]),
        Case(
            name: "one message tells start and end of an episode", episodes: [1],
            taken: [taken(1, "a", .fires(1), .ended(1))], violations: [.outOfOrder(id: "a")]),
        Case(
            name: "another id tells the same", episodes: [1],
            taken: [taken(1, "a", .fires(1)), taken(2, "b", .fires(1)), taken(2, "c", .ended(1))],
            violations: [.toldAgainByAnotherID(id: "b")]),
        Case(
            name: "the bytes change", episodes: [1],
            taken: [taken(1, "a", .ended(1)), taken(2, "a", .ended(1), body: "other")],
            violations: [.bytesChanged(id: "a")]),
        Case(
            name: "sent again without a kill", episodes: [1],
            taken: [taken(1, "a", .ended(1)), taken(1, "a", .ended(1))],
            violations: [.sentAgainWithoutKill(id: "a")]),
        Case(
            name: "one kill makes two come again", episodes: [1],
            taken: [
                taken(1, "a", .ended(1)), taken(1, "x", .fires(9, "B"), group: "H"),
                taken(2, "a", .ended(1)), taken(3, "x", .fires(9, "B"), group: "H"),
            ],
            violations: [.sentAgainTooOften(afterRun: 1, ids: ["a", "x"])]),
    ]

    @Test(arguments: kept)
    func `nothing is said against`(row: Case) {
        #expect(Self.audit(row).isEmpty)
    }

    @Test(arguments: broken)
    func `it is found out that`(row: Case) {
        #expect(Self.audit(row) == row.violations)
    }

    private static func audit(_ row: Case) -> [PromiseViolation] {
        PromiseAudit(
            episodes: Set(row.episodes.map { .example($0) }),
            firing: Set(row.firing.map { .example($0) })
        ).violations(in: row.taken)
    }
}
