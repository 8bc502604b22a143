extension Sequence<Alert> {
    /// Sorted by labels; what ended before what fires, so that an alert that came again ends up
    /// firing.
    public func sortedByLabels() -> [Alert] {
        // Labels are sorted once for each alert, not for each comparison.
        map { (alert: $0, labels: $0.sortedLabels) }.sorted { left, right in
            if left.labels != right.labels {
                return left.labels.lexicographicallyPrecedes(right.labels)
            }
            if left.alert.isFiring != right.alert.isFiring { return !left.alert.isFiring }
            return left.alert.startsAt < right.alert.startsAt
        }.map(\.alert)
    }
}

extension Alert {
    /// Names and values in turn, in the order of the names.
    fileprivate var sortedLabels: [String] {
        labels.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}
