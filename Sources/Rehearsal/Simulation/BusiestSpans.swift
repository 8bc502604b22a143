import Freshness

/// The most requests of any minute and of any hour, wherever those begin.
struct BusiestSpans: Sendable {
    private(set) var inMinute = 0
    private(set) var inHour = 0
    /// The requests of the last hour, oldest first, from `first` on.
    private var times: [Timestamp] = []
    private var first = 0
    private var firstOfMinute = 0

    mutating func note(_ time: Timestamp) {
        times.append(time)
        while times[first] <= time - .seconds(3600) { first += 1 }
        firstOfMinute = max(first, firstOfMinute)
        while times[firstOfMinute] <= time - .seconds(60) { firstOfMinute += 1 }
        inHour = max(inHour, times.count - first)
        inMinute = max(inMinute, times.count - firstOfMinute)
        guard first > 4096 else { return }
        times.removeFirst(first)
        firstOfMinute -= first
        first = 0
    }
}
