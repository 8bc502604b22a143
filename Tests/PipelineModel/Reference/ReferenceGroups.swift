import Domain
import Freshness

/// Which notifications must exist: grouping, waiting and repeating as Alertmanager does it with
/// `group_by: [alertname]`, and each change told in one that is delivered.
struct ReferenceGroups {
    struct Key: Hashable, Comparable {
        var receiver: String
        var name: AlertName

        static func < (left: Self, right: Self) -> Bool {
            (left.receiver, left.name) < (right.receiver, right.name)
        }
    }

    struct Group {
        var firing: [Episode] = []
        /// Those that ended and are to be told as ended.
        var ended: [Episode] = []
        /// Firing episodes that the receiver knows of, by their numbers.
        var told: Set<Int> = []
        var toldAt: Moment?
        /// When the first notification is due, from which on the beat counts.
        var firstDue: Moment
        var lastMade: MonotonicInstant?
        /// When the next notification of a change is due; nil while there is no change.
        var changeDue: MonotonicInstant?
        var isUnderWay = false
    }

    struct Row {
        var id: String
        var key: Key
        var episodes: [Episode]
        var createdAt: Moment
        var isUnderWay = false
    }

    var groups: [Key: Group] = [:]
    /// Undelivered notifications, in the order in which they were made.
    var rows: [Row] = []

    /// Takes in episodes that began or ended.
    mutating func take(_ episodes: [Episode], _ setup: Setup, now: Moment) {
        for episode in episodes {
            for receiver in setup.receivers where receiver.alerts.contains(episode.name) {
                let key = Key(receiver: receiver.name, name: episode.name)
                if episode.endsAt == nil {
                    begin(episode, of: key, setup, now: now)
                } else {
                    end(episode, of: key, sendsResolved: receiver.sendsResolved)
                }
                change(key, setup, now: now)
            }
        }
    }

    mutating func begin(_ episode: Episode, of key: Key, _ setup: Setup, now: Moment) {
        let first = now.advanced(by: setup.groupWait)
        groups[key, default: Group(firstDue: first)].firing.append(episode)
        change(key, setup, now: now)
    }

    private mutating func end(_ episode: Episode, of key: Key, sendsResolved: Bool) {
        guard var group = groups[key],
            let index = group.firing.firstIndex(where: { $0.number == episode.number })
        else { return }
        group.firing.remove(at: index)
        // Who wants no ends still learns of what it never heard of.
        if sendsResolved || !group.told.contains(episode.number) { group.ended.append(episode) }
        groups[key] = group
    }

    /// Notes since when there is something that neither was told nor waits.
    mutating func change(_ key: Key, _ setup: Setup, now: Moment) {
        guard let group = groups[key] else { return }
        if group.firing.isEmpty, group.ended.isEmpty {
            groups[key] = nil
        } else if !hasChange(group, key) {
            groups[key]?.changeDue = nil
        } else if group.changeDue == nil {
            let due = beat(of: group, from: now.instant, setup)
            groups[key]?.changeDue = due
        }
    }

    private func hasChange(_ group: Group, _ key: Key) -> Bool {
        let waiting = rows.filter { $0.key == key }.flatMap(\.episodes)
        let firing = group.told.union(waiting.filter { $0.endsAt == nil }.map(\.number))
        let ended = Set(waiting.filter { $0.endsAt != nil }.map(\.number))
        return group.firing.contains { !firing.contains($0.number) }
            || group.ended.contains { !ended.contains($0.number) }
    }

    /// The first beat at or after an instant, and after the one that was used last.
    private func beat(
        of group: Group, from instant: MonotonicInstant, _ setup: Setup
    ) -> MonotonicInstant {
        let earliest = max(instant, group.lastMade?.advanced(by: .nanoseconds(1)) ?? instant)
        guard group.firstDue.instant < earliest else { return group.firstDue.instant }
        let length = setup.groupInterval.clampedNanoseconds
        let passed = group.firstDue.instant.duration(to: earliest).clampedNanoseconds
        let rest = passed % length
        return earliest.advanced(by: .nanoseconds(rest == 0 ? 0 : length - rest))
    }

    private func repeatDue(_ group: Group, _ key: Key, _ setup: Setup) -> MonotonicInstant? {
        guard !group.firing.isEmpty, !rows.contains(where: { $0.key == key }),
            let told = group.toldAt?.instant
        else { return nil }
        return beat(of: group, from: told.advanced(by: setup.repeatInterval), setup)
    }

    /// The groups that a notification must be made of now.
    func due(_ setup: Setup, now: Moment) -> [Key] {
        groups.keys.sorted().filter { key in
            guard let group = groups[key], !group.isUnderWay else { return false }
            if let change = group.changeDue { if change <= now.instant { return true } }
            return repeatDue(group, key, setup).map { $0 <= now.instant } ?? false
        }
    }

    /// What a notification of a group tells now.
    func content(of key: Key) -> [Episode] {
        (groups[key]?.ended ?? []) + (groups[key]?.firing ?? [])
    }

    /// Takes in that one was made, and drops those that tell nothing beyond it.
    mutating func make(_ id: String, of key: Key, now: Moment) {
        let row = Row(id: id, key: key, episodes: content(of: key), createdAt: now)
        rows.removeAll { old in
            old.key == key && !old.isUnderWay && row.covers(old)
        }
        rows.append(row)
        groups[key]?.changeDue = nil
        groups[key]?.lastMade = now.instant
    }

    /// When something is due, if nothing happens until then.
    func nextChange(_ setup: Setup) -> MonotonicInstant? {
        let groups = groups.flatMap { key, group -> [MonotonicInstant] in
            guard !group.isUnderWay else { return [] }
            return [group.changeDue, repeatDue(group, key, setup)].compactMap(\.self)
        }
        let rows = rows.filter { !$0.isUnderWay }.map {
            $0.createdAt.instant.advanced(by: setup.giveUpAfter)
        }
        return (groups + rows).min()
    }
}

extension ReferenceGroups.Row {
    /// Whether nothing of an earlier one is lost without it.
    func covers(_ earlier: Self) -> Bool {
        earlier.episodes.allSatisfy { old in
            episodes.contains { $0.number == old.number && (old.endsAt == nil || $0.endsAt != nil) }
        }
    }
}
