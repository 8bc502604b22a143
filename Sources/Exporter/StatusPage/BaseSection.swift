import Domain
import ExchangeRate
import Freshness

/// What the page shows of one base.
struct BaseSection {
    var base: BaseSnapshot
    /// What the base is part of.
    var snapshot: Snapshot
    var now: Moment

    var html: HTML {
        let condition = BaseCondition(of: base, at: now.instant)
        let groups = ReadingGroup.all(of: base, at: now.instant).map {
            ReadingGroupSection(group: $0, now: now).html
        }
        return """
            <section class="card base" id="\(base.base.text)" \
            aria-labelledby="h-\(base.base.text)">
            <header><h2 id="h-\(base.base.text)">\(base.base.text)</h2> \
            <span class="pill \(condition.tone.rawValue)">\(condition.word)</span>\(downgrade)</header>
            \(groups.isEmpty ? ["<p class=\"quiet\">No symbol is known yet.</p>"] : groups)
            \(PollStrip(polls: base.recentPolls).html)
            <dl class="facts">
            \(Fact("Last poll", isWide: base.lastErrorMessage != nil, lastPoll))
            \(Fact("Last good answer", base.lastSuccessAt.map(times.ago) ?? "none yet"))
            \(Fact("Next poll", base.nextPollAt.map(times.ahead) ?? "not planned yet"))
            \(Fact("Interval", interval))
            \(Fact("Exact rates", exactRates))
            </dl>
            </section>

            """
    }

    /// A mark beside the condition, while a class is missed in whose place another one came.
    private var downgrade: HTML {
        base.missingClasses.isEmpty
            ? "" : " <span class=\"pill \(Tone.warning.rawValue)\">Downgraded</span>"
    }

    /// A phone has no hover.
    private var exactRates: HTML {
        let path = "\(LatestQuestion.path)/\(base.base.text)"
        return "<a href=\".\(path)\">\(path)</a>"
    }

    private var times: RelativeTime { RelativeTime(now: now) }

    private var lastPoll: HTML {
        let time = base.lastPollAt.map(times.ago) ?? "none yet"
        switch base.lastResult {
        case nil: return time
        case .good: return "<span class=\"good\">good</span>, \(time)"
        case .failed(let reason):
            let text = FailureText.text(base.lastErrorMessage, reason: reason)
            let message: HTML = text.map { "<br><bdi class=\"quiet\">\($0)</bdi>" } ?? ""
            return "<code class=\"bad\">\(reason.rawValue)</code>, \(time)\(message)"
        }
    }

    /// The interval in force, and why it is longer than the configured one, where that is known.
    private var interval: HTML {
        let text = DurationText.text(base.pollInterval)
        switch IntervalCause(of: base, in: snapshot) {
        case nil: return "\(text)"
        case .rejections: return "\(text) <span class=\"quiet\">(slowed after rejections)</span>"
        case .limitAnswers:
            return """
                \(text) <span class="quiet">(stretched ×\(snapshot.account.stretch) after limit \
                answers)</span>
                """
        }
    }
}
