import Domain
import Freshness

/// Times of the wall clock as people compare them with the present.
struct RelativeTime {
    var now: Moment

    /// How long ago something was; the time itself is in the title.
    func ago(_ time: Timestamp) -> HTML {
        let elapsed = max(.zero, now.timestamp - time)
        return """
            <time datetime="\(UTCText.machine(time))" title="\(UTCText.dayAndTime(time))">\
            \(DurationText.text(elapsed)) ago</time>
            """
    }

    /// Since when something is, and how long ago that was.
    func since(_ time: Timestamp) -> HTML {
        let elapsed = max(.zero, now.timestamp - time)
        return """
            Since <time datetime="\(UTCText.machine(time))">\(UTCText.dayAndTime(time))</time>, \
            \(DurationText.text(elapsed)) ago
            """
    }

    /// How long it is until something is due, and when that is.
    func ahead(_ time: Timestamp) -> HTML {
        let wait = time - now.timestamp
        let text = wait > .zero ? "in \(DurationText.text(wait))" : "due now"
        return """
            <time datetime="\(UTCText.machine(time))" title="\(UTCText.dayAndTime(time))">\
            \(text)</time> <span class="quiet">\(UTCText.time(time))</span>
            """
    }
}
