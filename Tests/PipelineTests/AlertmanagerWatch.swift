import Domain
import Freshness

/// Compares what Alertmanagers show with what fires, from one look to the next.
struct AlertmanagerWatch {
    /// How long a member may lack a new alert, or show one that has ended.
    ///
    /// The next telling comes after a minute; the flaky member takes the fifth, and what it was
    /// told last it shows for five minutes.
    private static let delays: [AlertmanagerCluster.Member: Duration] = [
        .steady: .seconds(65), .flaky: .seconds(310),
    ]

    let cluster: AlertmanagerCluster
    private(set) var faults: [String] = []
    /// How many times an alert began to fire.
    private(set) var episodes = 0
    private var firing: [String: (startsAt: Timestamp, seenAt: Timestamp)] = [:]
    private var endedAt: [String: Timestamp] = [:]
    /// What each member has shown as firing since it began to fire.
    private var told: [AlertmanagerCluster.Member: Set<String>] = [:]

    init(cluster: AlertmanagerCluster) {
        self.cluster = cluster
    }

    /// Judges the time until something happens again.
    mutating func look(at snapshot: Snapshot, from now: Moment, until wake: MonotonicInstant) {
        follow(snapshot, now: now.timestamp)
        let end = now.timestamp(at: wake)
        for member in AlertmanagerCluster.Member.allCases {
            let shown = cluster.story(of: member).shown
            for (base, episode) in firing {
                let isShown = shown[base].map { $0.endsAt >= end } ?? false
                if isShown { told[member, default: []].insert(base) }
                let isKnown = told[member]?.contains(base) == true
                let limit = episode.seenAt + (Self.delays[member] ?? .zero)
                if !isShown, isKnown || end > limit {
                    note(isKnown ? "shows as ended" : "does not show", base, member, now)
                }
            }
            for (base, endedAt) in endedAt where firing[base] == nil {
                let limit = endedAt + (Self.delays[member] ?? .zero)
                if let shown = shown[base], shown.endsAt > limit, end > limit {
                    note("still shows as firing", base, member, now)
                }
            }
        }
    }

    private mutating func follow(_ snapshot: Snapshot, now: Timestamp) {
        let states = snapshot.alerts.compactMap(\.state).filter { $0.phase == .firing }
        let present = Dictionary(
            states.map { ($0.labels["base"] ?? "", $0.startsAt) },
            uniquingKeysWith: { first, _ in first })
        for (base, episode) in firing where present[base] != episode.startsAt {
            firing[base] = nil
            endedAt[base] = now
            for member in told.keys { told[member]?.remove(base) }
        }
        for (base, startsAt) in present where firing[base] == nil {
            firing[base] = (startsAt, now)
            episodes += 1
        }
    }

    private mutating func note(
        _ what: String, _ base: String,
        _ member: AlertmanagerCluster.Member, _ now: Moment
    ) {
        let seconds = Int((now.timestamp - .example).inSeconds)
        faults.append("after \(seconds) s \(member) \(what) \(base)")
    }
}
