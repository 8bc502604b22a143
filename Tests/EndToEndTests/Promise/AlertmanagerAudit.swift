import Domain

/// Holds what an Alertmanager took against the promise: in the end it shows what is true, and no
/// alert that fires as ended before.
struct AlertmanagerAudit {
    /// Every episode that is known to have begun.
    var episodes: Set<Alert.Identity>
    /// Those of them that have not ended.
    var firing: Set<Alert.Identity> = []

    /// What is wrong with the lists that an Alertmanager took, in the order of their coming.
    func violations(in posts: [AlertmanagerPost]) -> [PromiseViolation] {
        var violations = lostEnds(in: posts)
        /// The last state told of each alert, by its fingerprint.
        var shown: [String: TakenNotification.Told] = [:]
        for post in posts {
            // A list is taken in as a whole: its last word of an alert counts.
            let last = Dictionary(
                post.told.map { ($0.episode.fingerprint, $0) }, uniquingKeysWith: { $1 })
            for (fingerprint, told) in last.sorted(by: { $0.key < $1.key }) {
                let former = shown.updateValue(told, forKey: fingerprint)
                if let former { violations += Self.contradiction(of: told, after: former) }
            }
        }
        let untrue = shown.values.filter { !$0.isEnded && !firing.contains($0.episode) }
        let missing = firing.filter { episode in
            shown[episode.fingerprint].map { $0.isEnded || $0.episode != episode } ?? true
        }
        return violations + Self.sorted(untrue.map(\.episode)).map { .shownAsFiring($0) }
            + Self.sorted(missing).map { .notShownAsFiring($0) }
    }

    /// Judges what has ended; where it came again, that is what counts.
    private func lostEnds(in posts: [AlertmanagerPost]) -> [PromiseViolation] {
        let told = posts.flatMap(\.told)
        let ended = Set(told.filter(\.isEnded).map(\.episode))
        let known = episodes.union(told.map(\.episode))
        let lost = episodes.subtracting(firing).subtracting(ended).filter { episode in
            !known.contains {
                $0.fingerprint == episode.fingerprint && $0.startsAt > episode.startsAt
            }
        }
        let unknown = ended.subtracting(episodes)
        return Self.sorted(lost).map { .endLost($0) }
            + Self.sorted(unknown).map { .startUnknown(id: "", $0) }
    }

    private static func contradiction(
        of told: TakenNotification.Told, after former: TakenNotification.Told
    ) -> [PromiseViolation] {
        if told.episode == former.episode {
            return former.isEnded && !told.isEnded ? [.endedWhileFiring(told.episode)] : []
        }
        guard told.episode.startsAt < former.episode.startsAt else { return [] }
        return former.isEnded ? [.olderAgain(told.episode)] : [.endedWhileFiring(former.episode)]
    }

    private static func sorted(_ episodes: some Sequence<Alert.Identity>) -> [Alert.Identity] {
        episodes.sorted {
            ($0.startsAt, $0.fingerprint) < ($1.startsAt, $1.fingerprint)
        }
    }
}
