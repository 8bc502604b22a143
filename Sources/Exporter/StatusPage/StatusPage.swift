import Domain
import ExchangeRate
import Exposition
import Freshness

/// The page for people: what is wrong first, then alerts, each base, the receivers, the account
/// and the exporter, and at the end how to read it.
///
/// It needs no script and no other resource, and reloads itself until it is told not to: who reads
/// it by ear would be sent to its start each time (WCAG 2.2, 2.2.1).
///
/// Its links are relative, so that they work behind a proxy that adds a path.
struct StatusPage {
    /// What the page reloads itself by: short enough for someone who waits for a repair.
    static let refreshSeconds = 15

    /// The item of a query that asks for a page that stays as it is.
    static let stillQuery = (name: "refresh", value: "off")

    /// The headers that belong to the page.
    ///
    /// The policy allows the one style sheet by its hash, the icon in the page, and nothing else:
    /// a text that got into the page as markup could load and run nothing.
    static let headers: [(name: String, value: String)] = [
        ("Content-Type", "text/html; charset=utf-8"),
        (
            "Content-Security-Policy",
            """
            default-src 'none'; style-src '\(StatusPageStyle.hash)'; img-src data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ]

    var snapshot: Snapshot
    /// The present: ages go by its monotonic clock, plans by its wall clock.
    var now: Moment
    var build: BuildInfo
    var telemetryPath = "/metrics"
    var isReloading = true
    /// Whether the files of the web configuration can be used as they are now.
    var isWebConfigurationCurrent = true

    /// The whole document.
    var html: String {
        let problems = StatusProblem.all(
            in: snapshot, at: now, isWebConfigurationCurrent: isWebConfigurationCurrent)
        let tone = tone(of: problems)
        let bases = snapshot.bases
            .map { (condition: BaseCondition(of: $0, at: now.instant), base: $0) }
            .sorted { ($0.condition, $0.base.base) < ($1.condition, $1.base.base) }
            .map { BaseSection(base: $0.base, snapshot: snapshot, now: now).html }
        let alerts = AlertsSection(snapshot: snapshot, now: now).html
        let receivers = ReceiverSection.all(in: snapshot, at: now).map(\.html)
        let exporter = ExporterSection(snapshot: snapshot, build: build, now: now).html
        let document: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(refresh)<title>\(title(problems)) · exchangerate-exporter</title>
            <link rel="icon" href="\(icon(tone))">
            <style>\(StatusPageStyle.sheet)</style>
            </head>
            <body>
            <header class="top">
            <h1>exchangerate-exporter</h1>
            <p class="notice">Indicative rates, not for settlement.</p>
            <nav aria-label="Page"><a href=".\(telemetryPath)">Metrics</a> \
            <a href="#\(Legend.anchor)">Docs</a></nav>
            <p class="quiet"><time datetime="\(UTCText.machine(now.timestamp))">\
            \(UTCText.dayAndTime(now.timestamp))</time> · \(reloading)</p>
            </header>
            <main>
            \(banner(problems, tone))
            \(alerts)<div class="bases">
            \(bases)</div>
            <div class="others">
            \(receivers)\(exporter)</div>
            </main>
            \(Legend().html)</body>
            </html>

            """
        return document.text
    }

    /// Names the page itself: without that, a browser that shows an anchor of it goes to the anchor
    /// again, and loads nothing.
    private var refresh: HTML {
        isReloading
            ? "<meta http-equiv=\"refresh\" content=\"\(Self.refreshSeconds); url=./\">\n" : ""
    }

    private var reloading: HTML {
        isReloading
            ? """
            reloads every \(Self.refreshSeconds) s \
            <a href="?\(Self.stillQuery.name)=\(Self.stillQuery.value)">Stop reloading</a>
            """
            : "does not reload itself <a href=\"./\">Reload every \(Self.refreshSeconds) s</a>"
    }

    private func tone(of problems: [StatusProblem]) -> Tone {
        if let worst = problems.first { return worst.tone }
        let isWaiting = snapshot.bases.allSatisfy {
            BaseCondition(of: $0, at: now.instant) == .waiting
        }
        return isWaiting ? .neutral : .good
    }

    private func title(_ problems: [StatusProblem]) -> String {
        switch problems.count {
        case 0: "All well"
        case 1: "1 problem"
        case let count: "\(count) problems"
        }
    }

    private func banner(_ problems: [StatusProblem], _ tone: Tone) -> HTML {
        guard problems.isEmpty else {
            let items: [HTML] = problems.map {
                "<li class=\"\($0.tone.rawValue)\">\($0.text)</li>\n"
            }
            return """
                <section class="banner \(tone.rawValue)" aria-labelledby="h-problems">
                <h2 id="h-problems">\(title(problems))</h2>
                <ul>
                \(items)</ul>
                </section>
                """
        }
        let symbols = snapshot.bases.reduce(0) { $0 + $1.symbols.count }
        let text: HTML =
            tone == .neutral
            ? "Waiting for the first rates."
            : "All well: \(symbols) rates of \(snapshot.bases.count) bases are fresh."
        return """
            <section class="banner \(tone.rawValue)" aria-labelledby="h-problems">\
            <h2 id="h-problems">\(text)</h2></section>
            """
    }

    /// A dot in the tab that shows from afar how things stand.
    private func icon(_ tone: Tone) -> HTML {
        let colour: HTML =
            switch tone {
            case .bad: "%23d1242f"
            case .warning: "%23d4a72c"
            case .neutral: "%238c959f"
            case .good: "%231a7f37"
            }
        return """
            data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
            %3Ccircle cx='8' cy='8' r='7' fill='\(colour)'/%3E%3C/svg%3E
            """
    }
}
