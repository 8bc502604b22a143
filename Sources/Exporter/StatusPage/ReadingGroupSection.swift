import Domain
import ExchangeRate
import Freshness

/// The rates of a group of symbols, under what they have in common.
struct ReadingGroupSection {
    var group: ReadingGroup
    var now: Moment

    var html: HTML {
        let rates = group.symbols.map(Self.rate)
        let tone: Tone = group.isStale(at: now.instant) ? .bad : .good
        return """
            <div class="group \(tone.rawValue)">
            <p class="context">\(context)</p>
            <p class="age">\(age)</p>
            \(bar)
            <dl class="rates">
            \(rates)</dl>
            </div>

            """
    }

    /// The most characters of a rate that share a row with others.
    private static let shortRateLength = 10

    private static func rate(of symbol: SymbolSnapshot) -> HTML {
        let exact = symbol.observation?.rateText
        let shown = exact.map { RateText(exact: $0).text }
        let isLong = (shown?.unicodeScalars.count ?? 0) > shortRateLength
        let value: HTML =
            if let exact, let shown {
                "<dd title=\"\(exact)\">\(shown)</dd>"
            } else {
                "<dd class=\"quiet\">none yet</dd>"
            }
        let open: HTML = isLong ? "<div class=\"long\">" : "<div>"
        return "\(open)<dt>\(symbol.symbol.text)</dt>\(value)</div>\n"
    }

    /// Where the values come from, and of when they are.
    private var context: HTML {
        guard let source = group.key.source else { return "<b>No value has come yet</b>" }
        let session: HTML =
            group.key.marketSession.map { " · session <b><bdi>\($0)</bdi></b>" } ?? ""
        let missing: HTML =
            group.key.isInLastGoodAnswer
            ? "" : " · <span class=\"bad\">missing from the last good answer</span>"
        return "Source <b><bdi>\(source)</bdi></b>\(session)\(missing)\(observed)"
    }

    private var observed: HTML {
        guard let time = group.key.observedAt else { return "" }
        let stamp: HTML =
            group.key.stamp.isEmpty
            ? "" : " <code title=\"as the provider spells it\"><bdi>\(group.key.stamp)</bdi></code>"
        return """
            <br>Observed <time datetime="\(UTCText.machine(time))">\(UTCText.dayAndTime(time))\
            </time>\(stamp)
            """
    }

    private var age: HTML {
        let left = now.instant.duration(to: group.key.staleAfter)
        let due = left < .zero ? "overdue by" : "due in"
        let old: HTML =
            group.age(at: now.instant).map { "<b>\(DurationText.text($0)) old</b>, " } ?? ""
        return """
            \(old)<span title="\(UTCText.dayAndTime(group.key.dueAt))">\(due) \
            \(DurationText.text(left))</span>
            """
    }

    /// How much of the time that the data may be the newest has passed.
    private var bar: HTML {
        guard let age = group.age(at: now.instant) else { return "" }
        let limit = age + now.instant.duration(to: group.key.staleAfter)
        let isOver = group.isStale(at: now.instant) || limit <= .zero
        let share = isOver ? 100 : Int(age.inSeconds / limit.inSeconds * 100)
        return """
            <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="track" width="100" height="4"/>\
            <rect class="used" width="\(min(100, max(0, share)))" height="4"/></svg>
            """
    }
}
