import Delivery
import Domain
import ExchangeRate
import Freshness
public import Pipeline

/// What is rehearsed: a configuration, a time and what goes wrong in it.
///
/// A class, since all parts of a rehearsal hold the same one, and it never changes.
public final class RehearsalSettings: Sendable {
    /// What the API answers with.
    public enum Feed: String, Sendable, Hashable, CaseIterable {
        /// Data by the minute, with single currencies by the ECB's fix.
        case live
        /// The ECB's fixes alone.
        case daily = "ecb_daily"
    }

    public let pipeline: PipelineSettings
    /// For one request to the API.
    public let timeout: Duration
    public let span: RehearsalSpan
    public let incidents: [Incident]
    public let feed: Feed
    /// What all chance is drawn from.
    public let seed: UInt64

    /// Makes settings; throws where an incident hits nothing, or lies beyond the span.
    public init(
        pipeline: PipelineSettings, timeout: Duration, span: RehearsalSpan,
        incidents: [Incident] = [], feed: Feed = .live, seed: UInt64 = 1
    ) throws(RehearsalError) {
        self.pipeline = pipeline
        self.timeout = timeout
        self.span = span
        self.incidents = incidents
        self.feed = feed
        self.seed = seed
        for incident in incidents { try check(incident) }
    }

    private func check(_ incident: Incident) throws(RehearsalError) {
        func failure(_ problem: String) -> RehearsalError {
            RehearsalError("incident \"\(incident.title)\": \(problem)")
        }
        guard incident.start >= span.start, incident.start < span.end else {
            throw failure(
                "\(incident.start.iso8601) is not within \(span.first) to \(span.last), UTC")
        }
        let bases = pipeline.bases
        if let base = incident.base, !bases.contains(where: { $0.base == base }) {
            let known = bases.map(\.base.text).joined(separator: ", ")
            throw failure("\(base) is no base of the configuration, which has \(known)")
        }
        if let symbol = incident.symbol {
            let hit = bases.filter { incident.hits($0.base) && $0.base != symbol }
            guard hit.contains(where: { $0.symbols.isEmpty || $0.symbols.contains(symbol) }) else {
                throw failure("no base that it hits has the symbol \(symbol)")
            }
        }
        let receivers = pipeline.alerting.receivers.map(\.name)
        if let receiver = incident.receiver, !receivers.contains(receiver) {
            let known = receivers.isEmpty ? "none" : receivers.joined(separator: ", ")
            throw failure("no receiver is named \"\(receiver)\"; configured: \(known)")
        }
    }
}
