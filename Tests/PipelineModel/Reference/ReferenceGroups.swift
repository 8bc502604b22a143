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
        /// All that it holds.
        var episodes: [Episode]
        /// Those that its message names.
        var named: [Episode]
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
        let waiting = rows.filter { $0.key == key }.flatMap(\.named)
        let firing = group.told.union(waiting.filter { $0.endsAt == nil }.map(\.number))
        let ended = Set(waiting.filter { $0.endsAt != nil }.map(\.number))
        // What a notification could not name beside what waits is told after that.
        return Self.named(of: content(of: key)).contains { episode in
            !(episode.endsAt == nil ? firing : ended).contains(episode.number)
        }
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

    /// What a notification of a group holds now: ends as they came, then what fires by its labels,
    /// what is new before what is known.
    func content(of key: Key) -> [Episode] {
        guard let group = groups[key] else { return [] }
        let firing = group.firing.sorted { $0.labelTexts.lexicographicallyPrecedes($1.labelTexts) }
        return group.ended + firing.filter { !group.told.contains($0.number) }
            + firing.filter { group.told.contains($0.number) }
    }

    /// What of it a message names: 100 alerts, of which half are ends where there are as many.
    ///
    /// An alert that fires again is not named before its end is.
    static func named(of content: [Episode]) -> [Episode] {
        guard content.count > 100 else { return content }
        let ended = content.filter { $0.endsAt != nil }
        let firing = content.filter { $0.endsAt == nil }
        let room = max(50, 100 - firing.count)
        let late = Set(ended.dropFirst(room).map(\.labels))
        let fires = firing.filter { !late.contains($0.labels) }.prefix(max(50, 100 - ended.count))
        return Array(ended.prefix(100 - fires.count)) + fires
    }

    /// Takes in that one was made, and drops those that tell nothing beyond it.
    mutating func make(_ id: String, of key: Key, now: Moment) {
        let content = content(of: key)
        let row = Row(
            id: id, key: key, episodes: content, named: Self.named(of: content), createdAt: now)
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
