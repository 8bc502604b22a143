import Domain
import Freshness

/// What the page shows of one receiver.
struct ReceiverSection {
    var receiver: ReceiverSnapshot
    /// Its place in the configuration, since a name is no anchor.
    var position: Int
    var now: Moment

    /// The anchor of the receiver at a place of the configuration.
    static func anchor(at position: Int) -> String { "receiver-\(position + 1)" }

    /// All receivers, the worst first.
    static func all(in snapshot: Snapshot, at now: Moment) -> [ReceiverSection] {
        snapshot.receivers.enumerated()
            .map { (condition: ReceiverCondition(of: $1), position: $0, receiver: $1) }
            .sorted { ($0.condition, $0.position) < ($1.condition, $1.position) }
            .map { ReceiverSection(receiver: $0.receiver, position: $0.position, now: now) }
    }

    var html: HTML {
        let condition = ReceiverCondition(of: receiver)
        let anchor = Self.anchor(at: position)
        return """
            <section class="card receiver" id="\(anchor)" aria-labelledby="h-\(anchor)">
            <header><h2 id="h-\(anchor)">Receiver <bdi>\(receiver.name)</bdi></h2> \
            <span class="pill \(condition.tone.rawValue)">\(condition.word)</span></header>
            \(stopLine)\(undelivered)<dl class="facts">
            \(Fact("Address", isWide: true, addresses))
            \(Fact("Type", "<bdi>\(receiver.type)</bdi>"))
            \(Fact("Last delivery", lastSuccess))
            \(Fact("Undelivered", receiver.waiting.isEmpty ? "none" : "\(receiver.waiting.count)"))
            \(Fact("Attempts", "\(receiver.counters.attempts)"))
            \(Fact("Given up", dropped))
            \(Fact("Failed attempts", isWide: true, failures))
            </dl>
            </section>

            """
    }

    private var times: RelativeTime { RelativeTime(now: now) }

    /// Each by itself, so that none of them is cut for those before it.
    private var addresses: HTML {
        let separator = ", "
        let addresses = receiver.address.split(separator: separator)
        return HTML(
            addresses.enumerated().map { index, address -> HTML in
                let text = String(address)
                let failure: HTML =
                    receiver.failingAddresses.first { $0.address == text }
                    .map { " <span class=\"bad\">(\($0.failure.rawValue))</span>" } ?? ""
                return "\(index == 0 ? "" : separator)<code><bdi>\(text)</bdi></code>\(failure)"
            })
    }

    private var stopLine: HTML {
        guard receiver.isStopped else { return "" }
        return """
            <p class="quiet">It said that it is gone (410), and is not tried again before its URL \
            changes or the exporter is restarted.</p>

            """
    }

    private var lastSuccess: HTML {
        receiver.counters.lastSuccessAt.map(times.ago) ?? "none since the start"
    }

    private var failures: HTML {
        let counts = receiver.counters.failures.filter { $0.value > 0 }
            .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        guard !counts.isEmpty else { return "none" }
        return HTML(
            counts.enumerated().map { index, count in
                "\(index == 0 ? "" : ", ")\(count.value) <code>\(count.key.rawValue)</code>"
            })
    }

    private var dropped: HTML {
        let count = receiver.counters.dropped
        return count == 0 ? "none" : "<span class=\"bad\">\(count)</span>"
    }

    private var undelivered: HTML {
        guard !receiver.waiting.isEmpty else { return "" }
        return """
            <ul class="items" aria-label="Undelivered notifications">
            \(receiver.waiting.map(item))</ul>

            """
    }

    private func item(_ waiting: ReceiverSnapshot.Waiting) -> HTML {
        let tone: Tone = waiting.lastFailure == nil ? .neutral : .bad
        let alerts = waiting.alertCount == 1 ? "1 alert" : "\(waiting.alertCount) alerts"
        let state = waiting.isFiring ? "firing" : "resolved"
        return """
            <li class="item \(tone.rawValue)"><b>\(waiting.group.alertname)</b>, \(state), \
            \(alerts), made \(times.ago(waiting.createdAt))<br>\(tries(of: waiting)), \
            \(nextTry(of: waiting))</li>

            """
    }

    private func nextTry(of waiting: ReceiverSnapshot.Waiting) -> HTML {
        guard !receiver.isStopped else { return "no further try" }
        return "next try \(waiting.nextAttemptAt.map(times.ahead) ?? "now")"
    }

    private func tries(of waiting: ReceiverSnapshot.Waiting) -> HTML {
        let count: HTML =
            switch waiting.attempts {
            case ...0: "Not tried yet"
            case 1: "1 try"
            default: "\(waiting.attempts) tries"
            }
        guard let failure = waiting.lastFailure else { return count }
        return "\(count), the last failed: <code class=\"bad\">\(failure.rawValue)</code>"
    }
}
