/// One step of the schema, from the version before it.
///
/// A step that was released never changes: another one follows it.
struct Migration: Sendable {
    /// The version that the step leads to; written as `user_version`.
    var version: Int64
    var statements: [String]

    /// Every step, in order: versions count from 1 without a gap.
    static let all: [Migration] = [
        polls, alerts, receivers, classesAndMonths, checksums, rowChecksums,
    ]
}
