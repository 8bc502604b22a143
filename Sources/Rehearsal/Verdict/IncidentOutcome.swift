public import Freshness

/// What came of an incident.
public struct IncidentOutcome: Sendable, Hashable {
    /// Whether somebody was told of it who had to be.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// A page told of it.
        case paged
        /// What it leads to fired already, and had been told.
        case alreadyFiring = "already firing"
        /// No page came, and by the rules none must: it was over too soon.
        case noneDue = "no page due"
        /// By the rules a page is due, but not before the rehearsal ends.
        case cut = "ends after the rehearsal"
        /// A page had to come, and none came in time.
        case missed
    }

    public let incident: Incident
    /// When it began, to the first page that it is the reason for; nil where none came.
    public let pagedAfter: Duration?
    /// When the last of the alerts that must fire has to be told; nil where none must.
    public let dueAt: Timestamp?
    public let verdict: Verdict
}
