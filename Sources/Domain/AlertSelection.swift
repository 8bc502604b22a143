/// The alerts of a notification that its message names; the others are counted.
///
/// The same for every type of receiver, so that what a group takes for told does not depend on who
/// was told. It goes by the order of the notification, which has first what is yet to be told. An
/// alert that came again while its end before that has no room waits with it, so that nobody hears
/// of the end last.
public struct AlertSelection: Sendable, Hashable {
    /// The most alerts that a message names.
    public static let limit = 100
    /// How many of these places ends find whatever fires.
    public static let endRoom = limit / 2

    /// Those that are named, in the order of the notification.
    public let alerts: [Alert]
    /// How many that fire found no room.
    public let firingLeftOut: Int
    /// How many that ended found no room.
    public let resolvedLeftOut: Int

    /// Selects of the alerts of a notification.
    ///
    /// - Parameter endRoom: at most `limit`.
    public init(_ alerts: [Alert], limit: Int = limit, endRoom: Int = endRoom) {
        guard alerts.count > limit else {
            self.alerts = alerts
            (firingLeftOut, resolvedLeftOut) = (0, 0)
            return
        }
        let firing = alerts.filter(\.isFiring)
        let ended = alerts.filter { !$0.isFiring }
        var endCount = min(ended.count, max(endRoom, limit - firing.count))
        let waiting = Set(ended.dropFirst(endCount).map(\.fingerprint))
        let free = waiting.isEmpty ? firing : firing.filter { !waiting.contains($0.fingerprint) }
        let firingCount = min(free.count, limit - endCount)
        endCount = min(ended.count, limit - firingCount)
        firingLeftOut = firing.count - firingCount
        resolvedLeftOut = ended.count - endCount
        var (firingRoom, endedRoom) = (firingCount, endCount)
        self.alerts = alerts.filter { alert in
            if !alert.isFiring {
                endedRoom -= 1
                return endedRoom >= 0
            }
            guard !waiting.contains(alert.fingerprint) else { return false }
            firingRoom -= 1
            return firingRoom >= 0
        }
    }

    /// How many found no room.
    public var leftOut: Int { firingLeftOut + resolvedLeftOut }
}
