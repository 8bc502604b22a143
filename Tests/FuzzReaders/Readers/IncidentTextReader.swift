import ConfigTree
import Domain
import Freshness
import Rehearsal

@testable import Exporter

/// The text of `rehearse --incident`.
///
/// Not named after the reader in `Rehearsal`, which it would hide.
enum IncidentTextReader: FuzzReader {
    static let name = "incident"
    static let words =
        IncidentKind.allCases.map(\.rawValue)
        + [
            "base=USD", "symbol=EUR", "receiver=a b", "delay=30s", "by=2d", "retry_after=10m",
            " 2025-12-23T10:00Z", " 2025-12-23", " 2025-12-23T10:00:00.5+01:00", " 3h", " 365d",
            "=", "-", "\u{301}", "\u{A0}", "\u{663}", "2262-01-01", "9999-12-31",
        ]

    static func seeds() -> [[UInt8]] {
        IncidentKind.allCases.map { kind in
            Array(
                kind.form.replacing("START", with: "2025-12-23T10:00Z")
                    .replacing("DURATION", with: "3h").filter { $0 != "[" && $0 != "]" }.utf8)
        }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let text = String(decoding: bytes, as: UTF8.self)
        let incident: Incident
        do throws(RehearsalError) {
            incident = try Incident(parsing: text)
        } catch {
            try hold(!error.description.isEmpty, "refused without an error")
            return
        }
        try hold(incident.duration > .zero, "it lasts \(incident.duration)")
        try hold(incident.duration <= .seconds(365 * 86_400), "it lasts \(incident.duration)")
        try hold(incident.end >= incident.start, "it ends before it begins")
        // What the title says is what was read.
        let again = "\(incident.title)"
        guard !again.contains("receiver=") else { return }
        let words = again.split(separator: " ")
        let named = words.filter { $0.contains("=") }.joined(separator: " ")
        let spelled =
            "\(incident.kind.rawValue) \(incident.start.iso8601) "
            + "\(incident.duration.prometheusText) \(named)"
        try hold((try? Incident(parsing: spelled)) == incident, "\(text) is not \(spelled)")
    }
}
