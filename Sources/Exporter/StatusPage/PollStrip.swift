import Domain
import ExchangeRate
import Freshness

/// The last polls of a base, one bar each, the newest at the right.
///
/// Outcomes differ by place and height as well as by colour, and are told in words below.
struct PollStrip {
    var polls: [PollRecord]

    /// Width of a bar with its gap, in the units of the drawing.
    private static let step = 10

    var html: HTML {
        let newest = polls.suffix(PollRecord.keptPerBase)
        let missing = PollRecord.keptPerBase - newest.count
        let slots = (0..<missing).map { Self.bar(at: $0, .neutral, title: nil) }
        let bars = newest.enumerated().map { index, poll in
            Self.bar(at: missing + index, Self.tone(of: poll.result), title: Self.title(of: poll))
        }
        return """
            <figure class="strip"><svg viewBox="0 0 600 24" preserveAspectRatio="none" role="img" \
            aria-label="\(summary)">\(slots)\(bars)</svg><figcaption>\(summary)</figcaption></figure>
            """
    }

    /// How many polls ended how, in words.
    private var summary: String {
        let newest = polls.suffix(PollRecord.keptPerBase)
        guard let first = newest.first, let last = newest.last else { return "No polls yet" }
        let failures = Dictionary(grouping: newest.map(\.result.label)) { $0 }.mapValues(\.count)
        let good = failures[""] ?? 0
        let bad = failures.filter { !$0.key.isEmpty }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }
        let counts = (["\(good) good"] + bad).joined(separator: ", ")
        guard newest.count > 1 else { return "Last poll: \(counts)" }
        let span = DurationText.text(last.startedAt - first.startedAt)
        return "Last \(newest.count) polls, over \(span): \(counts)"
    }

    private static func bar(at position: Int, _ tone: Tone, title: HTML?) -> HTML {
        let (top, height): (Int, Int) =
            switch tone {
            case .good: (0, 24)
            case .warning: (10, 14)
            case .bad: (0, 14)
            case .neutral: (20, 4)
            }
        let rectangle: HTML = """
            <rect class="\(tone.rawValue)" x="\(position * step + 1)" y="\(top)" \
            width="\(step - 2)" height="\(height)"
            """
        guard let title else { return "\(rectangle)/>" }
        return "\(rectangle)><title>\(title)</title></rect>"
    }

    private static func tone(of result: PollResult) -> Tone {
        switch result {
        case .good: .good
        case .failed(let reason): reason.isLimit ? .warning : .bad
        }
    }

    private static func title(of poll: PollRecord) -> HTML {
        let outcome =
            switch poll.result {
            case .good: "good"
            case .failed(let reason): reason.rawValue
            }
        let duration = DurationText.text(poll.duration)
        return "\(UTCText.dayAndTime(poll.startedAt)): \(outcome), took \(duration)"
    }
}
