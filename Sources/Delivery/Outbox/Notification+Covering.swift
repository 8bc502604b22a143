import Domain

extension Notification {
    /// Whether a receiver that gets this one misses nothing of an earlier one.
    ///
    /// What fired there fires here or has ended since; what had ended there is told here, too.
    func covers(_ earlier: Notification) -> Bool {
        let ended = Set(alerts.filter { !$0.isFiring }.map(\.identity))
        let all = Set(alerts.map(\.identity))
        return earlier.alerts.allSatisfy { alert in
            (alert.isFiring ? all : ended).contains(alert.identity)
        }
    }
}
