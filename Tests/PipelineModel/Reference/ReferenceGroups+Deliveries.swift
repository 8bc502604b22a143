import Domain
import Freshness

extension ReferenceGroups {
    mutating func beginTry(_ id: String) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        rows[index].isUnderWay = true
        groups[rows[index].key]?.isUnderWay = true
    }

    /// Takes in that a notification was taken.
    mutating func deliver(_ id: String, _ setup: Setup, now: Moment) {
        guard let row = remove(id) else { return }
        groups[row.key]?.isUnderWay = false
        guard var group = groups[row.key] else { return }
        let receiver = setup.receivers.first { $0.name == row.key.receiver }
        let ended = Set(row.named.filter { $0.endsAt != nil }.map(\.number))
        let firing = Set(row.named.filter { $0.endsAt == nil }.map(\.number))
        group.told = group.told.subtracting(ended).union(firing)
        group.toldAt = now
        group.ended.removeAll { episode in
            ended.contains(episode.number)
                || receiver?.sendsResolved != true && firing.contains(episode.number)
        }
        groups[row.key] = group
        change(row.key, setup, now: now)
    }

    /// Takes in that a try failed; true where the notification was given up by it.
    mutating func fail(_ id: String, _ setup: Setup, now: Moment) -> Bool {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return false }
        rows[index].isUnderWay = false
        let row = rows[index]
        groups[row.key]?.isUnderWay = false
        if isExpired(row, setup, now: now) {
            giveUp(id, setup, now: now)
            return true
        }
        if rows[(index + 1)...].contains(where: { $0.key == row.key && $0.covers(row) }) {
            rows.remove(at: index)
        }
        return false
    }

    /// The notifications that are to be given up now.
    func expired(_ setup: Setup, now: Moment) -> [String] {
        rows.filter { !$0.isUnderWay && isExpired($0, setup, now: now) }.map(\.id)
    }

    private func isExpired(_ row: Row, _ setup: Setup, now: Moment) -> Bool {
        row.createdAt.instant.advanced(by: setup.giveUpAfter) <= now.instant
    }

    /// What it named as ended is lost; what it named as firing is told anew.
    mutating func giveUp(_ id: String, _ setup: Setup, now: Moment) {
        guard let row = remove(id) else { return }
        let ended = Set(row.named.filter { $0.endsAt != nil }.map(\.number))
        groups[row.key]?.told.subtract(ended)
        groups[row.key]?.ended.removeAll { ended.contains($0.number) }
        change(row.key, setup, now: now)
    }

    private mutating func remove(_ id: String) -> Row? {
        rows.firstIndex { $0.id == id }.map { rows.remove(at: $0) }
    }

    /// Takes over another configuration, and gives the rows that no receiver is left for.
    mutating func reload(_ setup: Setup, firing: [Episode], now: Moment) -> Set<String> {
        func isWanted(_ key: Key) -> Bool {
            setup.receivers.contains { $0.name == key.receiver && $0.alerts.contains(key.name) }
        }
        groups = groups.filter { isWanted($0.key) }
        let orphans = rows.filter { !isWanted($0.key) }.map(\.id)
        rows.removeAll { !isWanted($0.key) }
        for episode in firing {
            for receiver in setup.receivers where receiver.alerts.contains(episode.name) {
                let key = Key(receiver: receiver.name, name: episode.name)
                let isKnown = groups[key]?.firing.contains { $0.number == episode.number }
                if isKnown != true { begin(episode, of: key, setup, now: now) }
            }
        }
        return Set(orphans)
    }

    /// Goes on in another process: what was never told is late enough, all else keeps the beat.
    mutating func restart(_ setup: Setup, now: Moment) {
        for index in rows.indices {
            rows[index].isUnderWay = false
            rows[index].createdAt = now.longPast(rows[index].createdAt.timestamp)
        }
        for key in groups.keys {
            guard var group = groups[key] else { continue }
            group.isUnderWay = false
            group.firstDue = now.stillFuture(group.firstDue.timestamp, within: setup.groupWait)
            group.toldAt = group.toldAt.map { now.longPast($0.timestamp) }
            group.lastMade = nil
            group.changeDue = nil
            groups[key] = group
            change(key, setup, now: now)
            if groups[key]?.changeDue != nil, group.toldAt == nil {
                groups[key]?.changeDue = max(group.firstDue.instant, now.instant)
            }
        }
    }
}
