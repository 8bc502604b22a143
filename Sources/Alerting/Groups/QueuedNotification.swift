import Domain

/// A notification that waits to be delivered, with what it tells then.
struct QueuedNotification: Sendable {
    let notification: Notification
    let telling: Telling

    init(_ notification: Notification) {
        self.notification = notification
        telling = Telling(AlertSelection(notification.alerts))
    }
}

/// What a delivered notification tells: what it has room to name.
struct Telling: Sendable {
    let firing: Set<Alert.Identity>
    let ended: [Alert]
    let resolved: Set<Alert.Identity>

    init(_ selection: AlertSelection) {
        firing = Set(selection.alerts.lazy.filter(\.isFiring).map(\.identity))
        ended = selection.alerts.filter { !$0.isFiring }
        resolved = Set(ended.map(\.identity))
    }
}

extension Set<Alert.Identity> {
    /// Whether what was told holds an episode.
    func knows(_ alert: Alert) -> Bool {
        let identity = alert.identity
        return contains(identity)
            || contains { $0.fingerprint == identity.fingerprint && alert.isEpisode($0) }
    }
}
