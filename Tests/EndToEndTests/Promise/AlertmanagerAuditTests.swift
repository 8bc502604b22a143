import Domain
import Testing

/// The judge of an Alertmanager finds each way of breaking the promise, and nothing else.
struct AlertmanagerAuditTests {
    /// What an Alertmanager took, and what is to be said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The starts of the episodes of `A`.
        var episodes: [Int64] = [1]
        var firing: [Int64] = []
        let posts: [AlertmanagerPost]
        var violations: [PromiseViolation] = []

        var testDescription: String { name }
    }

    private static func post(_ told: TakenNotification.Told...) -> AlertmanagerPost {
        AlertmanagerPost(run: 1, told: told)
    }

    static let kept = [
        Case(name: "nothing happened", episodes: [], posts: []),
        Case(name: "it fires", firing: [1], posts: [post(.fires(1)), post(.fires(1))]),
        Case(
            name: "it ended, and that is told again",
            posts: [post(.fires(1)), post(.ended(1)), post(.ended(1))]),
        Case(name: "what was never told as firing is told as ended", posts: [post(.ended(1))]),
        Case(
            name: "it ended, and fires again", episodes: [1, 2], firing: [2],
            posts: [post(.fires(1)), post(.ended(1)), post(.ended(1), .fires(2))]),
        Case(
            name: "it fires again before anybody heard of its end", episodes: [1, 2], firing: [2],
            posts: [post(.fires(1)), post(.fires(2))]),
        Case(
            name: "each alert has a story of its own", firing: [1],
            posts: [
                post(.fires(1)), post(.fires(5, "B"), .fires(1)), post(.ended(5, "B"), .fires(1)),
            ]),
    ]

    static let broken = [
        Case(
            name: "a start is lost", firing: [1], posts: [],
            violations: [.notShownAsFiring(.example(1))]),
        Case(
            name: "the start of the newest is lost", episodes: [1, 2], firing: [2],
            posts: [post(.fires(1)), post(.ended(1))],
            violations: [.notShownAsFiring(.example(2))]),
        Case(
            name: "an end is lost", posts: [post(.fires(1))],
            violations: [.endLost(.example(1)), .shownAsFiring(.example(1))]),
        Case(
            name: "an end that was never told as firing is lost", posts: [],
            violations: [.endLost(.example(1))]),
        Case(
            name: "an end has another start", posts: [post(.fires(1)), post(.ended(2))],
            violations: [.startUnknown(id: "", .example(2))]),
        Case(
            name: "the end of the newest has the start of the one before", episodes: [1, 2],
            posts: [post(.fires(2)), post(.ended(1))],
            violations: [.endLost(.example(2)), .endedWhileFiring(.example(2))]),
        Case(
            name: "it is told as ended, and fires all the time", firing: [1],
            posts: [post(.fires(1)), post(.ended(1)), post(.fires(1))],
            violations: [.endedWhileFiring(.example(1))]),
        Case(
            name: "the last word is an end though it fires", firing: [1],
            posts: [post(.fires(1)), post(.ended(1))],
            violations: [.notShownAsFiring(.example(1))]),
        Case(
            name: "an older end is told alone after it came again", episodes: [1, 2], firing: [2],
            posts: [post(.ended(1), .fires(2)), post(.ended(1)), post(.ended(1), .fires(2))],
            violations: [.endedWhileFiring(.example(2))]),
        Case(
            name: "within a list the older end comes last", episodes: [1, 2], firing: [2],
            posts: [post(.fires(2), .ended(1))],
            violations: [.notShownAsFiring(.example(2))]),
        Case(
            name: "an older episode is told after a newer one is over", episodes: [1, 2],
            posts: [post(.ended(2)), post(.ended(1))], violations: [.olderAgain(.example(1))]),
        Case(
            name: "an older episode fires after a newer one is over", episodes: [1, 2],
            posts: [post(.ended(2)), post(.fires(1))],
            violations: [.olderAgain(.example(1)), .shownAsFiring(.example(1))]),
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
        let told = row.posts.flatMap(\.told).filter { $0.episode.fingerprint == "B" }
        return AlertmanagerAudit(
            episodes: Set(row.episodes.map { .example($0) } + told.map(\.episode)),
            firing: Set(row.firing.map { .example($0) })
        ).violations(in: row.posts)
    }
}
