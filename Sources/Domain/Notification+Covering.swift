extension Notification {
    /// Whether nothing of an earlier one is lost where this one takes its place.
    ///
    /// What fired there fires here or has ended since; what had ended there is told here, too. That
    /// goes for all that it holds: what of it finds no room is told by the next one.
    public func covers(_ earlier: Notification) -> Bool {
        let ended = Set(alerts.filter { !$0.isFiring }.map(\.identity))
        let all = Set(alerts.map(\.identity))
        return earlier.alerts.allSatisfy { alert in
            (alert.isFiring ? all : ended).contains(alert.identity)
        }
    }
}
