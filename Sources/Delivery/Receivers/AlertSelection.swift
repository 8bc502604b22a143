import Domain

/// The alerts of a notification that find room in a message.
///
/// Those that fire go before those that ended, but for a room that is kept for the latter.
struct AlertSelection {
    /// In the order of the notification.
    let alerts: [Alert]
    /// How many that fire found no room.
    let firingLeftOut: Int
    /// How many that ended found no room.
    let resolvedLeftOut: Int

    /// Selects at most so many alerts.
    ///
    /// - Parameter endRoom: how many that ended find room whatever fires: what fires is told again,
    ///   an end but once.
    init(_ alerts: [Alert], limit: Int, endRoom: Int = 0) {
        let firingCount = alerts.count(where: \.isFiring)
        let resolvedCount = alerts.count - firingCount
        let firingShown = min(firingCount, limit - min(resolvedCount, endRoom))
        let resolvedShown = min(limit - firingShown, resolvedCount)
        firingLeftOut = firingCount - firingShown
        resolvedLeftOut = alerts.count - firingCount - resolvedShown
        var firingRoom = firingShown
        var resolvedRoom = resolvedShown
        self.alerts = alerts.filter { alert in
            if alert.isFiring {
                firingRoom -= 1
                return firingRoom >= 0
            }
            resolvedRoom -= 1
            return resolvedRoom >= 0
        }
    }

    /// How many found no room.
    var leftOut: Int { firingLeftOut + resolvedLeftOut }
}
