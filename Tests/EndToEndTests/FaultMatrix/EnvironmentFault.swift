import Testing

/// Something that goes wrong around a running daemon, and what must go on all the same.
struct EnvironmentFault: Sendable, CustomTestStringConvertible {
    /// What must become of something while the fault lasts.
    enum Demand: Sendable {
        case goesOn
        /// Need not work, but must when the fault is over.
        case mayWait
        /// Is not to be expected: nothing new is known.
        case isImpossible

        var word: String {
            switch self {
            case .goesOn: "goes on"
            case .mayWait: "may wait"
            case .isImpossible: "–"
            }
        }
    }

    /// What goes wrong, in words.
    let testDescription: String
    /// A scrape, `/-/healthy` and the status page answer within 5 s.
    var scrapes = Demand.goesOn
    /// Requests to the API are made.
    var polls = Demand.goesOn
    /// An alert that begins meanwhile is told to a receiver that is well.
    var pages = Demand.goesOn
    /// SIGHUP reads the configuration again.
    var reloads = Demand.goesOn
    let begin: @Sendable (FaultScene) async throws -> Void
    /// What goes on beside the looks at the daemon, until these are over.
    var course: @Sendable (FaultScene) async throws -> Void = { _ in }
    /// Whether something is kept from working; of what may wait nothing else shows that it had to.
    var bites: (@Sendable (FaultScene) async throws -> Bool)?
    var end: @Sendable (FaultScene) async throws -> Void = { _ in }

    /// What is demanded, in the order of docs/reliability.md.
    var demands: [Demand] { [scrapes, polls, pages, reloads] }

    /// The cells of a row of Markdown.
    var cells: [String] {
        [testDescription] + demands.map(\.word)
    }
}
