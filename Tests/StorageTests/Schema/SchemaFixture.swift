import Domain
import Testing

/// A file of a version, as that version wrote it, that holds what the version knew of
/// `Samples.full()`.
struct SchemaFixture: Sendable, CustomTestStringConvertible {
    var version: Int64
    var statements: [String]
    /// Removes from the full state what the version did not know.
    var reduce: @Sendable (inout StoredState) -> Void

    var testDescription: String { "version \(version)" }

    static let all = [version1, version2, version3, version4, version5, version6]
}
