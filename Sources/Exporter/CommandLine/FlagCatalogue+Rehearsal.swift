import Freshness
import Rehearsal

/// What `rehearse` is told by its flags.
struct RehearsalOptions: Sendable, Hashable {
    /// The first day; nil where it is not given.
    var first: CivilDate?
    /// The last day; nil where it is not given.
    var last: CivilDate?
    /// In the order given.
    var incidents: [Incident] = []
    var feed = RehearsalSettings.Feed.live
}

extension FlagCatalogue {
    private static let subcommands = ["rehearse"]

    /// The flags of `rehearse` alone.
    static let rehearsalFlags: [FlagDefinition] = [
        FlagDefinition(
            name: "from", subcommands: subcommands,
            help: "First day, in UTC, such as 2025-12-20.",
            effect: .value(placeholder: "DAY", default: "") {
                (value, _, options) throws(UsageError) in
                options.rehearsal.first = try day("from", value)
            }),
        FlagDefinition(
            name: "to", subcommands: subcommands,
            help: "Last day, in UTC, itself within.",
            effect: .value(placeholder: "DAY", default: "") {
                (value, _, options) throws(UsageError) in
                options.rehearsal.last = try day("to", value)
            }),
        FlagDefinition(
            name: "incident", subcommands: subcommands, isRepeatable: true,
            help: "What goes wrong, as \"KIND START DURATION\" and what the kind needs; kinds: "
                + IncidentKind.allCases.map(\.rawValue).joined(separator: ", ") + ". Repeatable.",
            effect: .value(placeholder: "INCIDENT", default: "") {
                (value, _, options) throws(UsageError) in
                do throws(RehearsalError) {
                    options.rehearsal.incidents.append(try Incident(parsing: value))
                } catch {
                    throw UsageError(message: "--incident: \(error)")
                }
            }),
        FlagDefinition(
            name: "feed", subcommands: subcommands,
            completion: .words(words(RehearsalSettings.Feed.self)),
            help: "What the API answers with: \(list(RehearsalSettings.Feed.self)).",
            effect: .value(placeholder: "FEED", default: "live") {
                (value, _, options) throws(UsageError) in
                options.rehearsal.feed = try choice("feed", value)
            }),
    ]

    private static func day(_ flag: String, _ value: String) throws(UsageError) -> CivilDate {
        guard let day = CivilDate(iso8601: value) else {
            throw refusal(flag, value, "a day such as 2025-12-20")
        }
        return day
    }
}
