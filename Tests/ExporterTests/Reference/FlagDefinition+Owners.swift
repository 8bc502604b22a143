@testable import Exporter

extension FlagDefinition {
    /// The sub-commands that alone take it, in words; nil where all do.
    var owners: String? {
        isOf(nil) ? nil : subcommands.map { "`\($0)`" }.joined(separator: " and ")
    }
}
